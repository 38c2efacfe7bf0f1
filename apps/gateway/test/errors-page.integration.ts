import { errorCodes, fieldCodes } from '@carillon/contracts';
import { Gateway } from './gateway';

let gateway: Gateway;
beforeAll(async () => {
  gateway = await Gateway.start();
});
afterAll(() => gateway.close());

describe('the page of errors', () => {
  it('has an anchor and a title for each code, and each code of a field', async () => {
    const { status, text } = await gateway.plain('GET', '/api/docs/errors');
    expect(status).toBe(200);
    for (const [code, { title }] of Object.entries(errorCodes)) {
      const [, shown = ''] = text.split(`<article id="${code}">`);
      expect(shown.split('</article>')[0]).toContain(title);
    }
    for (const code of fieldCodes) expect(text).toContain(`<dt><code>${code}</code></dt><dd>`);
  });

  it('is the target of the type of an error', async () => {
    const { body } = await gateway.plain('GET', '/api/v1/account');
    const { type, code } = body as { type: string; code: string };
    const { pathname, hash } = new URL(type, 'http://x');
    expect(hash).toBe(`#${code}`);
    expect((await gateway.plain('GET', pathname)).status).toBe(200);
  });

  it('is HTML without permissions, for any Accept header', async () => {
    const { headers } = await gateway.plain('GET', '/api/docs/errors?from=mail', {
      headers: { accept: 'text/html' },
    });
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    expect(headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'sha256-[^']+'; /);
    expect(headers['content-security-policy']).not.toContain('unsafe');
    expect(headers['x-content-type-options']).toBe('nosniff');
  });
});
