import { once } from 'node:events';
import type { RequestListener } from 'node:http';
import { type Server, createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { type ServerCertificate, serverCertificate } from '@carillon/testing';
import { Connections, RequestFault } from './connections';

const post = { method: 'POST', headers: { Authorization: 'Basic secret' }, body: 'Body=Hello' };

describe('a TLS connection', () => {
  const before = getCACertificates();
  let certificate: ServerCertificate;
  let server: Server;
  let connections: Connections;
  let asked: string[];
  let url: URL;
  beforeAll(async () => {
    certificate = await serverCertificate();
  });
  afterEach(() => {
    connections.close();
    server.close();
    setDefaultCACertificates(before);
  });
  afterAll(() => setDefaultCACertificates(before));

  const start = async (listener: RequestListener): Promise<void> => {
    asked = [];
    server = createServer(certificate, (request, response) => {
      asked.push(request.headers.authorization ?? '');
      listener(request, response);
    });
    server.on('tlsClientError', () => undefined);
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const { port } = server.address() as AddressInfo;
    connections = new Connections(5);
    url = new URL(`https://localhost:${port}`);
  };
  const fault = async (): Promise<unknown> => {
    const error: unknown = await connections
      .request({ ...post, url }, 60_000)
      .catch((error: unknown) => error);
    return error instanceof RequestFault ? [error.moment, error.reason] : error;
  };

  it('sends nothing to a server that is not trusted', async () => {
    await start((_, response) => response.end('{}'));
    expect(await fault()).toEqual(['before', 'DEPTH_ZERO_SELF_SIGNED_CERT']);
    expect(asked).toEqual([]);
  });

  it('serves request after request', async () => {
    setDefaultCACertificates([...before, certificate.cert]);
    let opened = 0;
    await start((_, response) => response.writeHead(201).end('{}'));
    server.on('secureConnection', () => (opened += 1));
    for (let n = 0; n < 5; n++)
      expect(await connections.request({ ...post, url }, 60_000)).toMatchObject({ status: 201 });
    expect(opened).toBe(1);
  });

  it('has an unknown result when it is lost after it was established', async () => {
    setDefaultCACertificates([...before, certificate.cert]);
    await start((request) => request.socket.destroy());
    expect(await fault()).toEqual(['after', 'ECONNRESET']);
    expect(asked).toHaveLength(1);
  });
});
