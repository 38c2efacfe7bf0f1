import type { MailConnection } from './mail-connection';

/** Somebody who waits for a connection. */
export interface Waiting {
  /** Whose turn it is when it comes: who waits for the same has a line of its own. */
  line: object;
  give: (connection: MailConnection) => void;
  fail: (error: unknown) => void;
}

/** Lines that are served by turns, so that a short one never waits for a long one. */
export class WaitingLines {
  /** In the order of their turns. */
  private readonly lines = new Map<object, Waiting[]>();

  get size(): number {
    let size = 0;
    for (const line of this.lines.values()) size += line.length;
    return size;
  }

  add(waiting: Waiting): void {
    const line = this.lines.get(waiting.line);
    if (line) line.push(waiting);
    else this.lines.set(waiting.line, [waiting]);
  }

  remove(waiting: Waiting): void {
    const left = (this.lines.get(waiting.line) ?? []).filter((each) => each !== waiting);
    if (left.length === 0) this.lines.delete(waiting.line);
    else this.lines.set(waiting.line, left);
  }

  /** The first one of the line whose turn it is; that line's next turn is the last. */
  next(): Waiting | undefined {
    for (const [key, line] of this.lines) {
      const first = line.shift();
      this.lines.delete(key);
      if (line.length > 0) this.lines.set(key, line);
      return first;
    }
    return undefined;
  }

  /** Everybody, and nobody waits any more. */
  clear(): Waiting[] {
    const all = [...this.lines.values()].flat();
    this.lines.clear();
    return all;
  }
}
