import type { FastifyReply } from 'fastify';

/** Calls the listener when the answer has ended in whatever way, also for a client that has disconnected before. */
export function onceClosed({ raw }: Pick<FastifyReply, 'raw'>, listener: () => void): void {
  if (raw.destroyed) listener();
  else raw.once('close', listener);
}
