import type { FastifyReply } from 'fastify';

/** How many of something each user has open at this gateway. */
export class OpenPerUser {
  private readonly counts = new Map<string, number>();

  /** False: the user has `most` open already, and nothing was counted. */
  add(userId: string, most: number): boolean {
    const open = this.counts.get(userId) ?? 0;
    if (open >= most) return false;
    this.counts.set(userId, open + 1);
    return true;
  }

  /** To be called once for each that was added. */
  remove(userId: string): void {
    const open = (this.counts.get(userId) ?? 1) - 1;
    if (open > 0) this.counts.set(userId, open);
    else this.counts.delete(userId);
  }
}

/** Calls the listener when the answer has ended in whatever way, also for a client that has disconnected before. */
export function onceClosed({ raw }: Pick<FastifyReply, 'raw'>, listener: () => void): void {
  if (raw.destroyed) listener();
  else raw.once('close', listener);
}
