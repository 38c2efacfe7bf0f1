import type { Service } from '@carillon/contracts';
import { type ChannelModel, type ConfirmChannel, type Channel, connect } from 'amqplib';
import { type MessagingLog, reasonOf } from '../log';
import { Backoff } from './backoff';
import { endsWithin, pause } from './waiting';
import { Publisher } from './publisher';
import { type ChannelPlan, type LinkSource, SupervisedChannel } from './supervised-channel';
import { RETRY_LADDER_MS } from './topology';

const HEARTBEAT_S = 10;
const DIAL_TIMEOUT_MS = 10_000;
const FIRST_PAUSE_MS = 200;
const LONGEST_PAUSE_MS = 5_000;
/** A broker that does not answer any more must not keep the process. */
const CLOSE_TIMEOUT_MS = 6_000;

export interface MessagingConnectionOptions {
  /** `amqp[s]://user:password@host:port/vhost` */
  url: string;
  service: Service | (string & {});
  log: MessagingLog;
  /** Called on every change between connected and not. */
  onStateChange?: (connected: boolean) => void;
  /** Milliseconds between the tries of an event; the same in every process of a system. */
  ladder?: readonly number[];
}

/** The one connection of a process to the broker, kept open until `close`, with all that lives on it. */
export class MessagingConnection implements LinkSource {
  /** For this library: publishes with confirms. */
  readonly publisher: Publisher;
  readonly service: string;
  readonly log: MessagingLog;
  readonly ladder: readonly number[];
  private readonly url: string;
  private current: ChannelModel | null = null;
  private blocked = false;
  private readonly closing = new AbortController();
  private readonly channels = new Set<SupervisedChannel<Channel> | SupervisedChannel<ConfirmChannel>>();
  private arrivals: ((link: ChannelModel | null) => void)[] = [];
  private readonly blockedListeners: (() => void)[] = [];
  private running: Promise<void> | null = null;

  constructor(private readonly options: MessagingConnectionOptions) {
    const url = new URL(options.url);
    url.searchParams.set('heartbeat', String(HEARTBEAT_S));
    this.url = url.href;
    this.service = options.service;
    this.log = options.log;
    this.ladder = options.ladder ?? RETRY_LADDER_MS;
    this.publisher = new Publisher(this, this.ladder, () => this.blocked, this.log);
    this.channels.add(this.publisher.supervised);
  }

  /** Resolves when the broker is there and the queues are declared; a broker that is away is waited for. */
  async connect(): Promise<void> {
    this.running ??= this.run();
    await this.publisher.supervised.opened();
  }

  /** Connected, all channels open, and the broker takes messages. */
  isReady(): boolean {
    return this.current !== null && !this.blocked && [...this.channels].every((channel) => channel.isSound());
  }

  /** Whether the broker holds back publishers, as it does when its disk or memory runs out. */
  isBlocked(): boolean {
    return this.blocked;
  }

  /** For this library: called when the broker begins to hold back publishers. */
  onBlocked(listener: () => void): void {
    this.blockedListeners.push(listener);
  }

  /** Flushes what was published, then closes. Whatever is still in hand goes back to the broker. */
  async close(): Promise<void> {
    await endsWithin(CLOSE_TIMEOUT_MS, Promise.all([...this.channels].map((channel) => channel.close())));
    this.closing.abort();
    this.announce(null);
    this.current?.close().catch(() => undefined);
    if (this.running) await endsWithin(CLOSE_TIMEOUT_MS, this.running);
  }

  /** For this library: a channel that is kept open until it or the connection is closed. */
  channel(plan: ChannelPlan<Channel>): SupervisedChannel<Channel> {
    const channel = new SupervisedChannel<Channel>(this, plan, this.log);
    this.channels.add(channel);
    return channel;
  }

  /** For this library: closes one channel for good. */
  async release(channel: SupervisedChannel<Channel>): Promise<void> {
    this.channels.delete(channel);
    await channel.close();
  }

  async link(): Promise<ChannelModel | null> {
    if (this.current || this.isClosing()) return this.current;
    return new Promise((resolve) => this.arrivals.push(resolve));
  }

  private async run(): Promise<void> {
    const backoff = new Backoff(FIRST_PAUSE_MS, LONGEST_PAUSE_MS);
    let waiting = false;
    while (!this.isClosing()) {
      try {
        const link = await this.dial();
        if (waiting) this.log.info({}, 'connected to the broker');
        backoff.reset();
        await this.live(link);
      } catch (error) {
        if (!waiting) this.log.warn({ reason: reasonOf(error) }, 'waiting for the broker');
      }
      waiting = true;
      await pause(backoff.next(), this.closing.signal);
    }
  }

  private async dial(): Promise<ChannelModel> {
    return connect(this.url, {
      noDelay: true,
      timeout: DIAL_TIMEOUT_MS,
      clientProperties: { connection_name: `carillon/${this.service}` },
    });
  }

  /** One connection from its opening to its end. */
  private async live(link: ChannelModel): Promise<void> {
    let reason = 'closed';
    const closed = new Promise<void>((resolve) => link.once('close', () => resolve()));
    link.on('error', (error) => (reason = reasonOf(error)));
    link.on('blocked', (why) => this.block(true, why));
    link.on('unblocked', () => this.block(false, ''));
    if (this.isClosing()) {
      await link.close();
      return;
    }
    this.current = link;
    this.announce(link);
    this.options.onStateChange?.(true);
    await closed;
    this.current = null;
    this.blocked = false;
    this.options.onStateChange?.(false);
    if (!this.isClosing()) this.log.warn({ reason }, 'connection to the broker lost');
  }

  private isClosing(): boolean {
    return this.closing.signal.aborted;
  }

  private announce(link: ChannelModel | null): void {
    const arrivals = this.arrivals;
    this.arrivals = [];
    for (const arrive of arrivals) arrive(link);
  }

  private block(blocked: boolean, why: string): void {
    this.blocked = blocked;
    if (!blocked) {
      this.log.info({}, 'the broker takes messages again');
      return;
    }
    this.log.warn({ reason: why }, 'the broker takes no messages');
    for (const listener of this.blockedListeners) listener();
  }
}
