import { Gateway } from './gateway';

let gateway: Gateway;
beforeAll(async () => {
  gateway = await Gateway.start();
});
afterAll(() => gateway.close());

const policyOf = (headers: Record<string, unknown>): string => String(headers['content-security-policy']);
const linksOf = (page: string): string[] =>
  [...page.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, link = '']) => link);

describe('the console', () => {
  it('is one page at all of its addresses', async () => {
    const pages = ['', '/', '/campaigns', '/campaigns/6560f0a1b2c3d4e5f6a7b8c9', '/campaigns/new/report'];
    for (const path of pages) {
      const { status, headers, text } = await gateway.plain('GET', `/console${path}`);
      expect([path, status, headers['content-type']]).toEqual([path, 200, 'text/html; charset=utf-8']);
      expect(headers['cache-control']).toBe('no-store');
      expect(text).toContain('<title>Carillon</title>');
    }
    expect((await gateway.plain('GET', '/console/a/b/c/d')).status).toBe(404);
  });

  it('is the target of a redirect for browsers that open the root, but not for programs', async () => {
    const accept = 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8';
    const browser = await gateway.plain('GET', '/', { headers: { accept } });
    expect([browser.status, browser.headers.location, browser.headers.vary]).toEqual([
      302,
      '/console',
      'accept',
    ]);
    for (const accept of ['application/json', '*/*', 'application/json, text/html;q=0']) {
      const program = await gateway.plain('GET', '/', { headers: { accept } });
      expect([accept, program.status, program.body]).toEqual([
        accept,
        200,
        { name: 'Carillon', api: '/api/v1', docs: '/api/docs' },
      ]);
    }
  });

  it('runs only its own scripts, and only styles with the nonce of the response', async () => {
    const [first, second] = [await gateway.plain('GET', '/console'), await gateway.plain('GET', '/console')];
    const policy = policyOf(first.headers);
    expect(policy).toMatch(/^default-src 'none'; script-src 'self'; style-src 'self' 'nonce-[\w+/]{24}';/);
    expect(policy).not.toMatch(/unsafe/);
    const nonce = /'nonce-([^']+)'/.exec(policy)?.[1];
    expect(first.text).toContain(`<meta property="csp-nonce" nonce="${nonce ?? 'none'}">`);
    expect(policyOf(second.headers)).not.toBe(policy);
    expect(first.text).not.toMatch(/<script(?![^>]+src=)|<style/);
  });

  it('serves immutable files, compressed at build time', async () => {
    const { text } = await gateway.plain('GET', '/console');
    const assets = linksOf(text).filter((link) => link.includes('/assets/'));
    expect(assets.length).toBeGreaterThan(2);
    for (const asset of assets) {
      const plain = await gateway.plain('GET', asset);
      expect([asset, plain.status]).toEqual([asset, 200]);
      expect(plain.headers['cache-control']).toBe('public, max-age=31536000, immutable');
      expect(plain.headers['content-encoding']).toBeUndefined();
      if (plain.text.length < 2_048) continue;
      for (const encoding of ['br', 'gzip']) {
        const zipped = await gateway.plain('GET', asset, { headers: { 'accept-encoding': encoding } });
        expect([zipped.headers['content-encoding'], zipped.headers.vary]).toEqual([
          encoding,
          'accept-encoding',
        ]);
        expect(Number(zipped.headers['content-length'])).toBeLessThan(
          Number(plain.headers['content-length']),
        );
      }
    }
  });

  it('serves no other files', async () => {
    for (const name of [
      'none.js',
      'index.html',
      '..%2Findex.html',
      '..%2F..%2F..%2Fpackage.json',
      'toString',
    ])
      expect([name, (await gateway.plain('GET', `/console/assets/${name}`)).status]).toEqual([name, 404]);
  });

  it('shows emails in a page without any permissions', async () => {
    const { status, headers } = await gateway.plain('GET', '/console/preview.html');
    expect(status).toBe(200);
    expect(policyOf(headers)).toMatch(/sandbox allow-scripts$/);
    expect(policyOf(headers)).toContain("script-src 'self';");
    expect(policyOf(headers)).toMatch(/img-src https?:\/\/[^ ]+\/m\/ data:;/);
    const withImages = await gateway.plain('GET', '/console/preview-with-images.html');
    expect(policyOf(withImages.headers)).toContain('img-src http: https: data:;');
    expect(policyOf(withImages.headers)).toMatch(/sandbox allow-scripts$/);
    expect((await gateway.plain('GET', '/console/preview.js')).headers['content-type']).toMatch(/javascript/);
  });
});
