import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Gateway } from './gateway';
import { operations } from './operations';
import { obliging } from './services';

let gateway: Gateway;
beforeAll(async () => {
  gateway = await Gateway.start(obliging);
});
afterAll(() => gateway.close());

const pages = globSync(join(__dirname, '../../../docs/api/*.md'));
const text = pages.map((page) => readFileSync(page, 'utf8')).join('\n');

describe('every operation is documented', () => {
  it.each(operations)('%s %s', (method, path) => {
    const [pattern = ''] = path.split('?');
    const documented = pattern.replaceAll(/[0-9a-f]{24}(-\d+)*|\b\d+\b/g, ':\\w+');
    expect(text).toMatch(new RegExp(`\`${method} ${documented}\``));
  });
});

describe('every operation responds with its documented shape', () => {
  it.each(operations)('%s %s', async (method, path, body, status, key, keys, as = 'user') => {
    const answer = await gateway.call(method, path, body ? { body } : {}, as);
    expect([answer.status, answer.text]).toEqual([status, expect.any(String)]);
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(Object.keys(answer.body as object)).toEqual(['data']);
    const { data } = answer.body as { data: Record<string, object> };
    expect(Object.keys(data)).toEqual([key]);
    const [shown = {}] = [data[key] ?? {}].flat();
    expect(Object.keys(shown).join(' ')).toBe(keys);
  });

  it('accepts a limit and a cursor for lists', async () => {
    const lists: string[] = [];
    for (const [method, path, body, , key, , as] of operations) {
      if (method !== 'GET') continue;
      const { body: answered } = await gateway.call(method, path, { body }, as);
      const { data } = answered as { data: Record<string, object> };
      if (!Array.isArray(data[key])) continue;
      lists.push(key);
      const and = path.includes('?') ? '&' : '?';
      const page = await gateway.call(method, `${path}${and}limit=1`, { body }, as);
      expect([path, page.status]).toEqual([path, 200]);
      const { body: problem } = await gateway.call(method, `${path}${and}cursor=made-up`, { body }, as);
      expect(problem).toMatchObject({ errors: [{ field: 'query.cursor', code: 'not_allowed' }] });
    }
    expect(lists.length).toBeGreaterThan(9);
  });

  it('returns the address of a created object, which the same key can read', async () => {
    for (const [method, path, body, status, key, , as] of operations) {
      if (status !== 201) continue;
      const { headers, body: answered } = await gateway.call(method, path, { body }, as);
      const { _id } = (answered as { data: Record<string, { _id: string }> }).data[key] ?? { _id: '' };
      const collection = path
        .replace(/\/(create|drafts)$|\/[0-9a-f]{24}\/(duplicate|rotate)$/, '')
        .replace(/^\/templates\/[0-9a-f]{24}\/draft$/, '/campaigns');
      expect(headers.location).toBe(`/api/v1${collection}/${_id}`);
      const read = await gateway.call('GET', `${collection}/${_id}`, {}, as);
      expect([read.status, read.text]).toEqual([200, expect.any(String)]);
    }
  });
});
