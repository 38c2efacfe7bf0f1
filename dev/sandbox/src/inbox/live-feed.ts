import { type ServerResponse } from 'node:http';
import { type Sources } from './sources';

const HEARTBEAT_MS = 15_000;
const MAX_LISTENERS = 100;
const MAX_UNREAD_BYTES = 64 * 1024;

/**
 * Notifies open pages of changed messages with server-sent events: at once, then at most every `pauseMs`
 * (milliseconds).
 */
export class LiveFeed {
  private readonly listeners = new Set<ServerResponse>();
  private readonly heartbeat: NodeJS.Timeout;
  private pause: NodeJS.Timeout | null = null;
  private missed = false;

  constructor(
    private readonly sources: Pick<Sources, 'store' | 'twilio'>,
    private readonly pauseMs = 500,
  ) {
    sources.store.on('changed', this.changed);
    sources.twilio.fake.messages.on('changed', this.changed);
    this.heartbeat = setInterval(() => this.send(':\n\n'), HEARTBEAT_MS).unref();
  }

  /**
   * Keeps the connection and notifies it of changes until it closes. If more than 100 pages are open, drops the
   * oldest.
   */
  attach(response: ServerResponse): void {
    response.on('close', () => this.listeners.delete(response));
    response.write('retry: 2000\n\n');
    this.listeners.add(response);
    const [oldest] = this.listeners;
    if (this.listeners.size > MAX_LISTENERS) oldest?.end();
  }

  close(): void {
    this.sources.store.off('changed', this.changed);
    this.sources.twilio.fake.messages.off('changed', this.changed);
    clearInterval(this.heartbeat);
    if (this.pause) clearTimeout(this.pause);
    for (const response of this.listeners) response.end();
  }

  private readonly changed = (): void => {
    if (this.pause) {
      this.missed = true;
      return;
    }
    this.send(`event: changed\ndata: ${this.sources.store.size}\n\n`);
    this.pause = setTimeout(() => {
      this.pause = null;
      if (this.missed) this.changed();
    }, this.pauseMs).unref();
    this.missed = false;
  };

  private send(text: string): void {
    for (const response of this.listeners) {
      // A page that stops reading is disconnected. It reconnects when it wakes up.
      if (response.writableLength > MAX_UNREAD_BYTES) response.destroy();
      else response.write(text);
    }
  }
}
