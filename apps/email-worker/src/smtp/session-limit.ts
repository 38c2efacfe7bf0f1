/** How long the session limit of a server is remembered (milliseconds). The limit may change. */
const SESSION_LIMIT_MS = 10 * 60_000;

/**
 * How many emails a server accepts in one session. If two sessions are full after the same number of emails, this number
 * is the limit. A single session may have been full by chance. All times are parameters, in milliseconds of the
 * monotonic clock.
 */
export class SessionLimit {
  private limit = Infinity;
  private knownUntil = -Infinity;
  /** The number of emails that the last full session accepted. Null if no session was full. */
  private fullAt: number | null = null;

  /** The server accepts no more emails in a session that has sent this many. */
  full(served: number, now: number): void {
    if (served === this.fullAt) {
      this.limit = served;
      this.knownUntil = now + SESSION_LIMIT_MS;
    }
    this.fullAt = served;
  }

  /** The server accepts no more emails in any session, so the last session may have been full for this reason. */
  throttled(): void {
    this.fullAt = null;
  }

  /** How many emails the server still accepts in a session that has sent this many. */
  left(served: number, now: number): number {
    return now > this.knownUntil ? Infinity : Math.max(0, this.limit - served);
  }
}
