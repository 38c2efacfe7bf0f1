import { once } from 'node:events';
import { type Socket, connect } from 'node:net';
import { connect as connectSecurely } from 'node:tls';

const TIMEOUT_MS = 1_000;

/**
 * AMQP 0-9-1 §4.2.2: a client begins with this header, and a server of the protocol replies with a method frame (type
 * 1).
 */
const AMQP_HEADER = Buffer.from([0x41, 0x4d, 0x51, 0x50, 0, 0, 9, 1]);
const METHOD_FRAME = 1;

/** Whether a server accepts connections on this port. */
export function answersTcp(port: number): Promise<boolean> {
  return tryOut(connect({ port, host: '127.0.0.1' }), async (next) => Boolean(await next('connect')));
}

/** Whether a broker with AMQP 0-9-1 responds at this address. */
export function answersAmqp(port: number, host = '127.0.0.1', secure = false): Promise<boolean> {
  const socket = secure ? connectSecurely({ port, host, servername: host }) : connect({ port, host });
  return tryOut(socket, async (next) => {
    await next(secure ? 'secureConnect' : 'connect');
    socket.write(AMQP_HEADER);
    const [bytes] = (await next('data')) as [Buffer];
    return bytes[0] === METHOD_FRAME;
  });
}

async function tryOut(
  socket: Socket,
  talk: (next: (event: string) => Promise<unknown[]>) => Promise<boolean>,
): Promise<boolean> {
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  // This handler also catches an error while no event is awaited.
  socket.on('error', () => undefined);
  try {
    return await talk((event) => once(socket, event, { signal }));
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
