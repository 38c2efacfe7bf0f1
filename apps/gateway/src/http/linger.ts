import type { FastifyInstance } from 'fastify';

/** How long the rest of a body that was refused may flow into nothing before the connection is cut. */
const LINGER_MS = 2_000;

/**
 * Lets a client that is still sending its body read the answer that refuses it. Closing at once would reset the
 * connection, and the answer would be lost with it (RFC 9112 §9.6).
 */
export function lingerAfterRefusals(http: FastifyInstance): void {
  http.addHook('onSend', (request, reply, _payload, done) => {
    // Fastify asks for the connection to be closed at once after a body that could not be read.
    if (!request.raw.complete && reply.getHeader('connection') === 'close') reply.removeHeader('connection');
    done();
  });
  http.addHook('onResponse', ({ raw }, _reply, done) => {
    if (!raw.complete && !raw.destroyed) {
      raw.resume();
      const timer = setTimeout(() => raw.socket.destroy(), LINGER_MS).unref();
      raw.once('close', () => clearTimeout(timer)).once('end', () => clearTimeout(timer));
    }
    done();
  });
}
