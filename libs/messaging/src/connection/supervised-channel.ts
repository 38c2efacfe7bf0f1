import type { Channel, ChannelModel } from 'amqplib';
import { type MessagingLog, reasonOf } from '../log';
import { Backoff } from './backoff';
import { pause } from './waiting';

const FIRST_PAUSE_MS = 50;
const LONGEST_PAUSE_MS = 5_000;

/** What a channel is for, in steps that are repeated on every new channel. */
export interface ChannelPlan<C extends Channel> {
  name: string;
  open(link: ChannelModel): Promise<C>;
  /** Declares and consumes; an error here closes the channel, and another one is opened. */
  setUp(channel: C): Promise<void>;
  /** The channel is gone, and whatever was unanswered on it will stay so. */
  tornDown?(): void;
  /** Runs before the channel is closed on purpose. */
  flush?(channel: C): Promise<void>;
}

/** Where channels come from: the open connection, as soon as there is one; null when there will be none any more. */
export interface LinkSource {
  link(): Promise<ChannelModel | null>;
}

/** A channel that is opened again whenever it is lost: with the connection, by an error of its own, or on demand. */
export class SupervisedChannel<C extends Channel> {
  private channel: C | null = null;
  private readonly closing = new AbortController();
  private readonly backoff = new Backoff(FIRST_PAUSE_MS, LONGEST_PAUSE_MS);
  private readonly arrivals = new Set<(channel: C | null) => void>();
  private complaint: string | null = null;
  private openedBefore = false;

  constructor(
    private readonly source: LinkSource,
    private readonly plan: ChannelPlan<C>,
    private readonly log: MessagingLog,
  ) {
    void this.supervise();
  }

  /** The channel, ready for use; null while there is none. */
  get current(): C | null {
    return this.channel;
  }

  /** The channel as soon as it is ready; null after `withinMs`, or when it was closed for good. */
  async opened(withinMs?: number): Promise<C | null> {
    if (this.channel || this.closing.signal.aborted) return this.channel;
    return new Promise((resolve) => {
      const arrive = (channel: C | null): void => {
        clearTimeout(timer);
        this.arrivals.delete(arrive);
        resolve(channel);
      };
      const timer = withinMs === undefined ? undefined : setTimeout(() => arrive(null), withinMs);
      this.arrivals.add(arrive);
    });
  }

  /** Gives up a channel, also one that is still being set up; the next one is set up anew. */
  reopen(channel: C, reason: string): void {
    this.complain(reason);
    this.renew(channel);
  }

  /** The same in the ordinary course of things. */
  renew(channel: C): void {
    void closeChannel(channel);
  }

  /** Open, or just being renewed. */
  isSound(): boolean {
    return this.openedBefore && this.complaint === null;
  }

  /** Flushes and closes for good. */
  async close(): Promise<void> {
    const channel = this.channel;
    if (channel && this.plan.flush && !this.closing.signal.aborted) await this.plan.flush(channel);
    this.closing.abort();
    if (this.channel) await closeChannel(this.channel);
    this.announce(null);
  }

  private async supervise(): Promise<void> {
    while (!this.closing.signal.aborted) {
      const link = await this.source.link();
      if (!link) return;
      await this.live(link);
      await pause(this.backoff.next(), this.closing.signal);
    }
  }

  /** One channel from its opening to its end. */
  private async live(link: ChannelModel): Promise<void> {
    try {
      const channel = await this.plan.open(link);
      const closed = new Promise<void>((resolve) => channel.once('close', resolve));
      channel.on('error', (error) => this.complain(error.message));
      await this.ready(channel);
      await closed;
    } catch (error) {
      this.complain(reasonOf(error));
    } finally {
      this.channel = null;
      this.plan.tornDown?.();
    }
  }

  private async ready(channel: C): Promise<void> {
    try {
      await this.plan.setUp(channel);
    } catch (error) {
      await closeChannel(channel);
      throw error;
    }
    if (this.closing.signal.aborted) {
      await closeChannel(channel);
      return;
    }
    this.channel = channel;
    this.backoff.reset();
    if (this.complaint !== null) this.log.info({ channel: this.plan.name }, 'channel recovered');
    this.complaint = null;
    this.openedBefore = true;
    this.announce(channel);
  }

  private announce(channel: C | null): void {
    for (const arrive of [...this.arrivals]) arrive(channel);
  }

  /** Says each reason once until the channel works again. */
  private complain(reason: string): void {
    if (this.closing.signal.aborted || reason === this.complaint) return;
    this.complaint = reason;
    this.log.warn({ channel: this.plan.name, reason }, 'channel lost');
  }
}

/** Resolves when the channel is gone; the library's own promise would hang if the connection went first. */
async function closeChannel(channel: Channel): Promise<void> {
  await new Promise<void>((resolve) => {
    channel.once('close', resolve);
    channel.close().catch(() => resolve());
  });
}
