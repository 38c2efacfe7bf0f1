import { type AddressInfo, type Server, createServer } from 'node:net';
import { choosePort } from './ports';

describe('choosing a public port', () => {
  let taken: Server;
  let port: number;
  beforeAll(async () => {
    taken = await new Promise((resolve) => {
      const server = createServer().listen(0, '127.0.0.1', () => resolve(server));
    });
    port = (taken.address() as AddressInfo).port;
  });
  afterAll(() => void taken.close());

  it('uses the next free port if the default is taken', async () => {
    expect(await choosePort('HTTP_PORT', port, {})).toBeGreaterThan(port);
  });

  it('does not use a port that another stack has chosen but does not listen on yet', async () => {
    const first = await choosePort('HTTP_PORT', port, {});
    const second = await choosePort('HTTP_PORT', first, {});
    expect(second).toBeGreaterThan(first);
  });

  it('refuses a requested port that is taken', async () => {
    await expect(choosePort('HTTP_PORT', 8080, { HTTP_PORT: String(port) })).rejects.toThrow(
      `HTTP_PORT: port ${port} is taken`,
    );
  });

  it.each(['0', '65536', 'http', '-1', '80.5'])(
    'names the variable with the invalid port %s',
    async (asked) => {
      await expect(choosePort('SMTP_PORT', 2525, { SMTP_PORT: asked })).rejects.toThrow(
        `SMTP_PORT: read "${asked}"`,
      );
    },
  );
});
