import { type Socket, connect } from 'node:net';
import { connect as connectSecurely } from 'node:tls';

const TIMEOUT_MS = 1_000;

/** AMQP 0-9-1 §4.2.2: a client begins with this; a server that speaks it answers with a method frame (type 1). */
const AMQP_HEADER = Buffer.from([0x41, 0x4d, 0x51, 0x50, 0, 0, 9, 1]);
const METHOD_FRAME = 1;

/** Whether something accepts connections on this port. */
export function answersTcp(port: number, host = '127.0.0.1'): Promise<boolean> {
  return converse(connect({ port, host }), (socket, answer) => socket.once('connect', () => answer(true)));
}

/** Whether a broker that speaks AMQP 0-9-1 answers there. */
export function answersAmqp(port: number, host = '127.0.0.1', secure = false): Promise<boolean> {
  const socket = secure ? connectSecurely({ port, host, servername: host }) : connect({ port, host });
  return converse(socket, (open, answer) => {
    open.once(secure ? 'secureConnect' : 'connect', () => open.write(AMQP_HEADER));
    open.once('data', (bytes: Buffer) => answer(bytes[0] === METHOD_FRAME));
  });
}

function converse(
  socket: Socket,
  talk: (socket: Socket, answer: (yes: boolean) => void) => void,
): Promise<boolean> {
  return new Promise((resolve) => {
    const answer = (yes: boolean): void => {
      socket.destroy();
      resolve(yes);
    };
    socket.setTimeout(TIMEOUT_MS, () => answer(false));
    socket.once('error', () => answer(false));
    socket.once('close', () => answer(false));
    talk(socket, answer);
  });
}
