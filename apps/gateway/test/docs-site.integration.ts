import { Gateway } from './gateway';

let gateway: Gateway;
beforeAll(async () => {
  gateway = await Gateway.start();
});
afterAll(() => gateway.close());

const linksOf = (page: string): string[] =>
  [...page.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, link = '']) => link);

describe('the documentation', () => {
  it.each(['/docs/', '/docs/console', '/docs/api/', '/docs/operate/helm', '/docs/adr/'])(
    'has a page at %s whose links lead somewhere',
    async (path) => {
      const { status, headers, text } = await gateway.plain('GET', path);
      expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
      const inside = [...new Set(linksOf(text).filter((link) => link.startsWith('/')))];
      expect(inside.length).toBeGreaterThan(10);
      for (const link of inside) {
        const answer = await gateway.plain('GET', link.replace(/#.*$/, ''));
        expect([link, answer.status < 400]).toEqual([link, true]);
      }
    },
  );

  it('redirects to its first page and to the API reference', async () => {
    const first = await gateway.plain('GET', '/docs');
    expect([first.status, first.headers.location]).toEqual([302, '/docs/']);
    const reference = await gateway.plain('GET', '/docs/reference');
    expect([reference.status, reference.headers.location]).toEqual([302, '/api/docs']);
  });

  it('runs only the scripts of the build', async () => {
    const { headers } = await gateway.plain('GET', '/docs/');
    const policy = String(headers['content-security-policy']);
    expect(policy).toMatch(/^default-src 'none'; script-src 'self' 'sha256-[^']+' 'sha256-[^']+';/);
  });

  it('serves immutable files, compressed', async () => {
    const { text } = await gateway.plain('GET', '/docs/');
    const [style = ''] = linksOf(text).filter((link) => link.endsWith('.css'));
    const { status, headers } = await gateway.plain('GET', style, { headers: { 'accept-encoding': 'br' } });
    expect([status, headers['content-encoding']]).toEqual([200, 'br']);
    expect(headers['cache-control']).toContain('immutable');
  });

  it.each(['/docs/nowhere', '/docs/../package.json', '/docs/%2e%2e/package.json', '/docs/api/index.html'])(
    'shows that %s is no page',
    async (path) => {
      const { status, text } = await gateway.plain('GET', path);
      expect([path, status, text.includes('"carillon"')]).toEqual([path, 404, false]);
    },
  );
});
