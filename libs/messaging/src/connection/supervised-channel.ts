import { EventEmitter, once } from 'node:events';
import { AppError } from '@carillon/contracts';
import type { AmqpConnectionManager } from 'amqp-connection-manager';
import type { Channel, ConfirmChannel } from 'amqplib';
import { type MessagingLog, reasonOf } from '../log';
import { Backoff, pause } from '../timing';
import type { SharedWrites } from './shared-writes';

const FIRST_PAUSE_MS = 50;
const LONGEST_PAUSE_MS = 5_000;
/**
 * How long an operation waits for a channel that is being opened (milliseconds); after that the broker counts as
 * unavailable.
 */
const GRACE_MS = 300;

/** The connection as its channels see it. */
export interface Link {
  readonly manager: AmqpConnectionManager;
  readonly channels: Set<{ isSound(): boolean; close(): Promise<void> }>;
  readonly log: MessagingLog;
  readonly blocked: boolean;
  readonly writes: Pick<SharedWrites, 'share'>;
}

interface ChannelPlan<C extends Channel> {
  name: string;
  confirm: boolean;
  /** Declares and consumes on every new channel. An error here closes the channel, and another one is opened. */
  setup(channel: C): Promise<void>;
}

/** A channel that is reopened whenever it is lost: with the connection, through its own error, or on demand. */
export class SupervisedChannel<C extends Channel = Channel> {
  /** The channel when it is ready. Null: no channel is ready. */
  current: C | null = null;
  private complaint: string | null = null;
  private openedBefore = false;
  /** Lives as long as the channel, including its opening. Aborted with the error, or with null. */
  private life = new AbortController();
  private readonly closing = new AbortController();
  private readonly backoff = new Backoff(FIRST_PAUSE_MS, LONGEST_PAUSE_MS);
  private readonly waiting = new EventEmitter().setMaxListeners(0);

  constructor(
    private readonly link: Link,
    private readonly plan: ChannelPlan<C>,
  ) {
    link.channels.add(this);
    void this.supervise();
  }

  /** Returns the channel when it is ready. Returns null after `withinMs`, or if it was closed permanently. */
  async opened(withinMs?: number): Promise<C | null> {
    if (this.current || this.closing.signal.aborted) return this.current;
    const limit = withinMs === undefined ? {} : { signal: AbortSignal.timeout(withinMs) };
    await once(this.waiting, 'over', limit).catch(() => undefined);
    return this.current;
  }

  /**
   * Returns the channel, ready to publish on.
   * @throws AppError service_unavailable if no channel is open, or the broker blocks publishers
   */
  async usable(): Promise<C> {
    const channel = this.current ?? (await this.opened(GRACE_MS));
    if (!channel) throw unavailable('The broker is unreachable');
    if (this.link.blocked) throw unavailable('The broker accepts no messages at the moment');
    return channel;
  }

  /** Whether the channel is open, or is being renewed. */
  isSound(): boolean {
    return this.openedBefore && this.complaint === null;
  }

  /** Closes a channel, even during its setup, and opens a new one. `reason`: the cause. */
  renew(channel: C, reason?: string): void {
    if (reason !== undefined) this.complain(reason);
    void closeChannel(channel);
  }

  /** Closes permanently. The broker requeues the messages that were not acknowledged on it. */
  async close(): Promise<void> {
    this.link.channels.delete(this);
    this.closing.abort();
    if (this.current) await closeChannel(this.current);
    this.life.abort(null);
    this.waiting.emit('over');
  }

  private async supervise(): Promise<void> {
    while (!this.closing.signal.aborted) {
      await this.live();
      await pause(this.backoff.next(), this.closing.signal);
    }
  }

  /**
   * Runs one channel from its opening to its end, with its own wrapper: the library opens a channel when a connection
   * is made, and doesn't retry when the channel can't be opened or set up, or ends with an error.
   */
  private async live(): Promise<void> {
    const life = (this.life = new AbortController());
    const wrapper = this.link.manager.createChannel({
      name: this.plan.name,
      confirm: this.plan.confirm,
      // The library's type lacks the case that this is an ordinary channel if `confirm` is false.
      setup: (channel: ConfirmChannel) => this.setUp(channel as Channel as C, life),
    });
    wrapper.on('error', (error) => life.abort(error));
    await once(life.signal, 'abort');
    const reason: unknown = life.signal.reason;
    this.current = null;
    if (reason !== null) this.complain(reasonOf(reason));
    // Not awaited: amqplib never resolves if the connection closes first.
    wrapper.close().catch(() => undefined);
  }

  private async setUp(channel: C, life: AbortController): Promise<void> {
    channel.on('error', (error) => this.complain(error.message));
    channel.once('close', () => life.abort(null));
    // The library opens the channel even for a wrapper that was closed in the meantime.
    if (life.signal.aborted) return closeChannel(channel);
    await this.plan.setup(channel);
    this.ready(channel, life);
  }

  private ready(channel: C, life: AbortController): void {
    if (life.signal.aborted) return;
    this.current = channel;
    this.backoff.reset();
    if (this.complaint !== null) this.link.log.info({ channel: this.plan.name }, 'channel recovered');
    this.complaint = null;
    this.openedBefore = true;
    this.waiting.emit('over');
  }

  /** Logs each reason once until the channel works again. */
  private complain(reason: string): void {
    if (this.closing.signal.aborted || reason === this.complaint) return;
    this.complaint = reason;
    this.link.log.warn({ channel: this.plan.name, reason }, 'channel lost');
  }
}

export function unavailable(detail: string, cause?: unknown): AppError {
  return new AppError('service_unavailable', detail, [], {}, { cause });
}

/** Resolves when the channel is closed; amqplib's own promise never settles if the connection closes first. */
function closeChannel(channel: Channel): Promise<void> {
  return new Promise((resolve) => {
    channel.once('close', resolve);
    channel.close().catch(() => resolve());
  });
}
