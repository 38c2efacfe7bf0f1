import { smtpTimeouts } from './mail-connection';

/**
 * The time limit for a server's reply before the message: short if it hasn't accepted an email yet, so that a silent
 * server is detected soon, and doubled each time, so that a slow server isn't considered silent forever.
 */
export class ReplyPatience {
  private limitMs: number = smtpTimeouts.firstReply;

  /** The time in milliseconds. */
  get ms(): number {
    return this.limitMs;
  }

  answered(): void {
    this.limitMs = Infinity;
  }

  /** @param waitedMs the elapsed time limit, which may be the same for several emails */
  silent(waitedMs: number): void {
    if (waitedMs >= this.limitMs)
      this.limitMs = this.limitMs === Infinity ? smtpTimeouts.firstReply : 2 * this.limitMs;
  }
}
