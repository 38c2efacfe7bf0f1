import type { MailConnection } from './mail-connection';

/** Thrown if all connections were in use until the timeout. */
export class NoFreeConnection extends Error {
  override readonly name = 'NoFreeConnection';
}

/** The place of a sender among those that wait for a connection. */
export interface WaitingPlace {
  /** Lines are served in turn: senders of the same campaign share a line. */
  line: object;
  /** When the sender's lease began (monotonic clock, milliseconds). */
  leasedAt: number;
}

/** A sender that waits for a connection. */
interface Waiting extends WaitingPlace {
  /** When the sender began to wait (monotonic clock, milliseconds). */
  since: number;
  give: (connection: MailConnection) => void;
  fail: (error: unknown) => void;
}

/**
 * Lines of senders that are served in turn, so that a short line never waits for a long one. In a line, the senders of
 * older leases are served first: a lease that ends soon is reported in few pieces, and a crash leaves fewer emails in
 * doubt than if all leases ended at the same time.
 */
export class WaitingLines {
  /** The lines, in the order of their turns. */
  private readonly lines = new Map<object, Waiting[]>();

  get size(): number {
    let size = 0;
    for (const line of this.lines.values()) size += line.length;
    return size;
  }

  /**
   * Waits in a line until a connection is given.
   * @param since when the sender began to wait (monotonic clock, milliseconds)
   * @throws NoFreeConnection after `timeoutMs`
   */
  wait({ line, leasedAt }: WaitingPlace, since: number, timeoutMs: number): Promise<MailConnection> {
    return new Promise((resolve, reject) => {
      const waiting: Waiting = {
        line,
        leasedAt,
        since,
        give: (free) => {
          clearTimeout(timer);
          resolve(free);
        },
        fail: (error) => {
          clearTimeout(timer);
          reject(error instanceof Error ? error : new Error(String(error)));
        },
      };
      const timer = setTimeout(
        () => {
          this.remove(waiting);
          reject(new NoFreeConnection());
        },
        Math.max(timeoutMs, 1),
      );
      this.add(waiting);
    });
  }

  /** Takes the first sender of the next line, and moves that line to the end. */
  next(): Waiting | undefined {
    for (const [key, line] of this.lines) {
      const first = line.shift();
      this.lines.delete(key);
      if (line.length > 0) this.lines.set(key, line);
      return first;
    }
    return undefined;
  }

  /** Removes and returns the senders that have waited since before this time. */
  takeBefore(time: number): Waiting[] {
    const taken: Waiting[] = [];
    for (const [key, line] of this.lines) {
      taken.push(...line.filter(({ since }) => since < time));
      const left = line.filter(({ since }) => since >= time);
      if (left.length === 0) this.lines.delete(key);
      else this.lines.set(key, left);
    }
    return taken;
  }

  /** Removes and returns all senders. */
  clear(): Waiting[] {
    return this.takeBefore(Infinity);
  }

  private add(waiting: Waiting): void {
    const line = this.lines.get(waiting.line);
    if (!line) {
      this.lines.set(waiting.line, [waiting]);
      return;
    }
    const younger = line.findIndex(({ leasedAt }) => leasedAt > waiting.leasedAt);
    line.splice(younger < 0 ? line.length : younger, 0, waiting);
  }

  private remove(waiting: Waiting): void {
    const left = (this.lines.get(waiting.line) ?? []).filter((each) => each !== waiting);
    if (left.length === 0) this.lines.delete(waiting.line);
    else this.lines.set(waiting.line, left);
  }
}
