import { gatewayRoutes } from './description';
import { Gateway, PUBLIC_URL } from './gateway';

interface Document {
  servers: { url: string }[];
  paths: Record<string, Record<string, unknown>>;
}

let gateway: Gateway;
let document: Document;
beforeAll(async () => {
  gateway = await Gateway.start();
  document = (await gateway.plain('GET', '/api/openapi.json')).body as Document;
});
afterAll(() => gateway.close());

describe('the description of the API', () => {
  it('is public, with the public address', async () => {
    const { status, headers } = await gateway.plain('GET', '/api/openapi.json');
    expect([status, headers['content-type']]).toEqual([200, 'application/json; charset=utf-8']);
    expect(document.servers).toEqual([{ url: PUBLIC_URL }]);
  });

  it('contains all paths of the gateway with all their methods, and no others', async () => {
    const paths = gatewayRoutes.map((route) => route.split(' ')[1]);
    expect(Object.keys(document.paths).sort()).toEqual([...new Set(paths)].sort());
    for (const [path, operations] of Object.entries(document.paths)) {
      const { headers } = await gateway.plain('OPTIONS', path.replaceAll(/\{\w+\}/g, 'x'));
      const allowed = headers.allow?.split(', ').filter((method) => method !== 'HEAD');
      expect([path, allowed?.sort()]).toEqual([
        path,
        Object.keys(operations)
          .map((method) => method.toUpperCase())
          .sort(),
      ]);
    }
  });
});

describe('the API reference page', () => {
  it('loads only local files, from addresses that work behind a proxy', async () => {
    const { status, headers, text } = await gateway.plain('GET', '/api/docs');
    expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    expect(headers['content-security-policy']).toMatch(/^default-src 'none'; script-src 'self' 'sha256-/);
    const linked = [...text.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, link]) => link);
    expect(linked).toHaveLength(6);
    for (const link of linked) {
      expect(link).toMatch(/^(?!\/)(?!https?:)/);
      expect((await gateway.plain('GET', `/api/${link}`)).status).toBe(200);
    }
  });

  it('serves its files compressed to clients that accept that', async () => {
    const name = '/api/docs/assets/swagger-ui.css';
    const plain = await gateway.plain('GET', name);
    expect(plain.headers['content-encoding']).toBeUndefined();
    const zipped = await gateway.plain('GET', name, { headers: { 'accept-encoding': 'br, gzip' } });
    expect(zipped.headers['content-encoding']).toBe('gzip');
    expect(Number(zipped.headers['content-length'])).toBeLessThan(
      Number(plain.headers['content-length']) / 3,
    );
    const refused = await gateway.plain('GET', name, { headers: { 'accept-encoding': 'gzip;q=0' } });
    expect(refused.headers['content-encoding']).toBeUndefined();
  });

  it('serves no other files', async () => {
    for (const name of ['package.json', '..%2Fpackage.json', 'toString']) {
      expect((await gateway.plain('GET', `/api/docs/assets/${name}`)).status).toBe(404);
    }
  });
});
