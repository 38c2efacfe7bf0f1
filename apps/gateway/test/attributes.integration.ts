import { USER } from './callers';
import { attribute } from './examples';
import { Gateway } from './gateway';
import { obliging } from './services';

let gateway: Gateway;
beforeAll(async () => {
  gateway = await Gateway.start(obliging);
});
afterAll(() => gateway.close());

const { userId: _, ...shown } = attribute;
const base64 = (name: string): string => `~${Buffer.from(name).toString('base64url')}`;

describe('an attribute', () => {
  it('is listed with its counts', async () => {
    const { body } = await gateway.call('GET', '/attributes');
    expect(body).toEqual({ data: { attributes: [shown] } });
  });

  it('gets the given fields, and null removes a value', async () => {
    const body = { name: 'born', type: 'date', label: null };
    await gateway.call('PATCH', '/attributes/birthday', { body });
    expect(gateway.payloads('attribute.update').at(-1)).toEqual({
      by: expect.objectContaining({ role: 'user' }) as object,
      userId: USER,
      name: 'birthday',
      newName: 'born',
      type: 'date',
      label: null,
    });
    await gateway.call('PATCH', '/attributes/birthday', { body: { type: null } });
    expect(gateway.payloads('attribute.update').at(-1)).not.toHaveProperty('label');
  });

  it.each([
    ['a b', 'a%20b'],
    ['Größe', encodeURIComponent('Größe')],
    ['a/b', 'a%2Fb'],
    ['100%', '100%25'],
    ['?#', '%3F%23'],
    ['$ref.x', '$ref.x'],
    ['..', base64('..')],
    ['.', base64('.')],
    ['~x', base64('~x')],
    ['a/b', base64('a/b')],
    ['Größe', base64('Größe')],
    ['x'.repeat(64), 'x'.repeat(64)],
  ])('can have any name in a path: %s as %s', async (name, path) => {
    const { status } = await gateway.call('DELETE', `/attributes/${path}`);
    expect([status, gateway.payloads('attribute.delete').at(-1)?.name]).toEqual([200, name]);
  });

  it.each(['~', `~${Buffer.from('a\nb').toString('base64url')}`, 'x'.repeat(65), '%00'])(
    'does not exist if its name is not valid: %s',
    async (path) => {
      const { status, body } = await gateway.call('DELETE', `/attributes/${path}`);
      expect([status, body]).toEqual([404, expect.objectContaining({ code: 'attribute_not_found' })]);
    },
  );

  it('is changed only with the scope to write', async () => {
    const change = { body: { type: 'date' } };
    expect((await gateway.call('PATCH', '/attributes/birthday', change, 'reader')).status).toBe(403);
    expect((await gateway.call('DELETE', '/attributes/birthday', {}, 'reader')).status).toBe(403);
    expect((await gateway.call('GET', '/attributes/birthday/values', {}, 'reader')).status).toBe(200);
  });

  it('has values for suggestions', async () => {
    const { body } = await gateway.call('GET', '/attributes/city/values?search=Os');
    expect(body).toEqual({
      data: { attributeValues: { values: [{ value: '1990-05-01', people: 3 }], isComplete: true } },
    });
    expect(gateway.payloads('attribute.values').at(-1)).toEqual({
      userId: USER,
      name: 'city',
      search: 'Os',
      limit: 50,
    });
  });
});
