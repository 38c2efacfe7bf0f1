import type { ServerResponse } from 'node:http';

export interface StreamOptions {
  /** The minimum pause between two events (milliseconds). */
  everyMs: number;
  /** A comment is sent after this time without an event (milliseconds). */
  heartbeatMs: number;
  /** A client that reads nothing for this time is cut off (milliseconds). */
  stallMs: number;
}

/** When a client should reconnect after losing the stream (milliseconds). */
const RETRY_MS = 5_000;

const headers = {
  'content-type': 'text/event-stream',
  'cache-control': 'no-store',
  // Reverse proxies such as nginx would buffer events.
  'x-accel-buffering': 'no',
};

/**
 * Server-sent events (HTML Standard §9.2) in one response. At most one piece is in transit, followed by the newest
 * event. Older unsent events are dropped.
 */
export class EventStream {
  private waiting: string | null = null;
  private isWriting = false;
  private isEnding = false;
  private nextEventAt = 0;
  private readonly timers: { heart?: NodeJS.Timeout; stall?: NodeJS.Timeout; gap?: NodeJS.Timeout } = {};

  constructor(
    private readonly response: ServerResponse,
    private readonly options: StreamOptions,
  ) {
    response.once('close', () => this.stopTimers());
  }

  /** Begins the response, with additional headers. */
  open(others: Readonly<Record<string, number | string | string[] | undefined>>): void {
    if (this.isOver) return;
    this.response.writeHead(200, { ...others, ...headers });
    this.write(`retry: ${RETRY_MS}\n\n`);
  }

  /** Sends an event when it is due. If the client is not ready by then, only the newest event is sent. */
  send(event: string, data: unknown): void {
    this.waiting = `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
    this.goOn();
  }

  /** Sends a line that clients ignore. Drops it if the client hasn't read earlier data. */
  comment(text: string): void {
    if (!this.isWriting && !this.isEnding) this.write(`: ${text}\n\n`);
  }

  /** Ends the response after the pending events. */
  end(): void {
    this.isEnding = true;
    this.goOn();
  }

  /** Ends the response immediately. Cuts off a client that has unread data. */
  cut(): void {
    this.waiting = null;
    if (this.isWriting) this.response.destroy();
    else this.end();
  }

  private get isOver(): boolean {
    return this.response.writableEnded || this.response.destroyed;
  }

  private goOn(): void {
    if (this.isWriting || this.isOver) return;
    if (this.waiting === null) {
      if (this.isEnding) this.response.end();
      return;
    }
    const pause = this.nextEventAt - performance.now();
    clearTimeout(this.timers.gap);
    if (pause > 0) {
      this.timers.gap = setTimeout(() => this.goOn(), pause);
      return;
    }
    const event = this.waiting;
    this.waiting = null;
    this.nextEventAt = performance.now() + this.options.everyMs;
    this.write(event);
  }

  private write(text: string): void {
    if (this.isOver) return;
    const { heartbeatMs, stallMs } = this.options;
    this.stopTimers();
    this.isWriting = true;
    this.timers.stall = setTimeout(() => this.response.destroy(), stallMs);
    this.response.write(text, () => {
      this.isWriting = false;
      clearTimeout(this.timers.stall);
      if (this.isOver) return;
      this.timers.heart = setTimeout(() => this.comment('still here'), heartbeatMs);
      this.goOn();
    });
  }

  private stopTimers(): void {
    for (const timer of Object.values(this.timers)) clearTimeout(timer);
  }
}
