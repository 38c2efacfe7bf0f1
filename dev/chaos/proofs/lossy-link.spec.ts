import { once } from 'node:events';
import { type AddressInfo, type Socket, connect, createServer } from 'node:net';
import { LossyLink } from './lossy-link';

describe('a lossy link', () => {
  const server = createServer((socket) => socket.pipe(socket));
  let link: LossyLink;

  beforeAll(async () => {
    await once(server.listen(0, '127.0.0.1'), 'listening');
    link = await LossyLink.to(`amqp://127.0.0.1:${(server.address() as AddressInfo).port}/vhost`);
  });
  afterAll(async () => {
    await link.close();
    server.close();
  });

  const dial = (): Socket => connect(Number(new URL(link.url).port), '127.0.0.1').setNoDelay(true);
  const echo = async (socket: Socket, text: string): Promise<string> => {
    socket.write(text);
    return String((await once(socket, 'data'))[0]);
  };

  it('connects to the server and keeps the rest of its address', async () => {
    const socket = dial();
    expect(await echo(socket, 'hello')).toBe('hello');
    expect(new URL(link.url).pathname).toBe('/vhost');
    socket.destroy();
  });

  it.each(['there', 'back'] as const)(
    'loses one match in the direction %s, even if the match spans two chunks',
    async (way) => {
      const lost = link.lose(way, /a secret/);
      const socket = dial();
      expect(await echo(socket, 'no secret, a')).toBe('no secret, a');
      const closed = once(socket, 'close');
      socket.write(' secret');
      await Promise.all([lost, closed]);
      const again = dial();
      expect(await echo(again, 'a secret')).toBe('a secret');
      again.destroy();
    },
  );
});
