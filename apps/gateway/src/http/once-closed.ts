import type { FastifyReply } from 'fastify';

/** Calls the listener when the response has ended in any way, even if the client has already disconnected. */
export function onceClosed({ raw }: Pick<FastifyReply, 'raw'>, listener: () => void): void {
  if (raw.destroyed) listener();
  else raw.once('close', listener);
}
