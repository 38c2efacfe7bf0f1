import type { QueueName, Service } from '@carillon/contracts';
import { type AmqpConnectionManager, connect } from 'amqp-connection-manager';
import { type MessagingLog, reasonOf } from '../log';
import { type MessagingObserver, nobody } from '../observer';
import { Backoff, endsWithin } from '../timing';
import { Publisher } from './publisher';
import { SharedWrites } from './shared-writes';
import type { Link } from './supervised-channel';
import { type CommandQueues, RETRY_LADDER_MS, consumersOf, lengthOf } from './topology';

const HEARTBEAT_S = '10';
const DIAL_TIMEOUT_MS = 10_000;
const FIRST_PAUSE_MS = 200;
const LONGEST_PAUSE_MS = 5_000;
/** The limit for closing (milliseconds): a broker that does not respond must not keep the process alive. */
const CLOSE_TIMEOUT_MS = 6_000;

export interface MessagingConnectionOptions {
  /** `amqp[s]://user:password@host:port/vhost`; several URLs, separated by commas, are tried in turn. */
  url: string;
  service: Service | (string & {});
  log: MessagingLog;
  /** Called for every message; absent: no observer. */
  observer?: MessagingObserver;
  /** Called whenever the connection is established or lost. */
  onStateChange?: (connected: boolean) => void;
  /** Pauses between the attempts of an event (milliseconds); the same in every process of a system. */
  ladder?: readonly number[];
  /** The type of command queues; absent: quorum if `url` lists several brokers, otherwise classic. */
  commandQueues?: CommandQueues;
}

/** The single broker connection of a process, with all its channels: opened immediately and kept open until `close`. */
export class MessagingConnection implements Link {
  readonly service: string;
  readonly log: MessagingLog;
  readonly observer: MessagingObserver;
  readonly ladder: readonly number[];
  readonly commandQueues: CommandQueues;
  /** Whether the broker blocks publishers, as it does when its disk or memory runs out. */
  blocked = false;
  /** For this library: connects again whenever the connection is lost. */
  readonly manager: AmqpConnectionManager;
  /** For this library: the channels that it keeps open. */
  readonly channels: Link['channels'] = new Set();
  /** For this library: the publisher with confirms. */
  readonly publisher: Publisher;
  /** For this library: sends all data that is written at the same time in one system call. */
  readonly writes = new SharedWrites();
  private readonly backoff = new Backoff(FIRST_PAUSE_MS, LONGEST_PAUSE_MS);
  private isWaiting = false;
  private connectedSince: number | null = null;

  constructor(private readonly options: MessagingConnectionOptions) {
    this.service = options.service;
    this.log = options.log;
    this.observer = options.observer ?? nobody;
    this.ladder = options.ladder ?? RETRY_LADDER_MS;
    const urls = brokers(options.url);
    this.commandQueues = options.commandQueues ?? (urls.length > 1 ? 'quorum' : 'classic');
    const connectionOptions = {
      noDelay: true,
      timeout: DIAL_TIMEOUT_MS,
      clientProperties: { connection_name: `carillon/${this.service}` },
    };
    this.manager = this.writes.watch(() => connect(urls, { connectionOptions }));
    this.watch();
    this.publisher = new Publisher(this, this.ladder);
  }

  /** Resolves when the broker is connected and the queues are declared; waits while the broker is unavailable. */
  async connect(): Promise<void> {
    await this.publisher.channel.opened();
  }

  /** Whether it is connected, all channels are open, and the broker accepts messages. */
  isReady(): boolean {
    return this.manager.isConnected() && !this.blocked && [...this.channels].every((one) => one.isSound());
  }

  /** How long the connection has existed without interruption (milliseconds). 0: not connected. */
  get connectedForMs(): number {
    return this.connectedSince === null ? 0 : performance.now() - this.connectedSince;
  }

  /** The number of processes that consume a queue. @throws AppError service_unavailable */
  async consumersOf(queue: QueueName): Promise<number> {
    return consumersOf(await this.publisher.channel.usable(), queue);
  }

  /**
   * The number of messages that wait in a queue, without the messages that its consumers handle. @throws AppError
   * service_unavailable
   */
  async lengthOf(queue: QueueName): Promise<number> {
    return lengthOf(await this.publisher.channel.usable(), queue);
  }

  /** Flushes published messages, then closes. The broker requeues messages in flight. */
  async close(): Promise<void> {
    await endsWithin(CLOSE_TIMEOUT_MS, this.closeChannels());
    const wasConnected = this.manager.isConnected();
    // Listeners are removed first, so that no more events of the library are forwarded, and no pause follows a failing
    // attempt.
    this.manager.removeAllListeners();
    this.manager.reconnectTimeInSeconds = 0;
    await endsWithin(CLOSE_TIMEOUT_MS, this.manager.close());
    if (wasConnected) this.options.onStateChange?.(false);
  }

  /** Channels close first, because closing the connection can overtake their pending writes. */
  private async closeChannels(): Promise<void> {
    await this.publisher.flush();
    await Promise.all([...this.channels].map((channel) => channel.close()));
  }

  private watch(): void {
    this.manager.on('connect', ({ url }) => {
      // The library passes on the address unchanged.
      if (typeof url === 'string') this.writes.connected(url);
      if (this.isWaiting) this.log.info({}, 'connected to the broker');
      this.isWaiting = false;
      this.backoff.reset();
      this.connectedSince = performance.now();
      this.options.onStateChange?.(true);
    });
    this.manager.on('connectFailed', ({ err }) => {
      this.writes.lost();
      if (!this.isWaiting) this.log.warn({ reason: reasonOf(err) }, 'waiting for the broker');
      this.waitLonger();
    });
    this.manager.on('disconnect', ({ err }: { err?: Error }) => {
      this.blocked = false;
      this.connectedSince = null;
      this.writes.lost();
      this.options.onStateChange?.(false);
      this.log.warn({ reason: reasonOf(err ?? 'closed') }, 'connection to the broker lost');
      this.waitLonger();
    });
    this.manager.on('blocked', ({ reason }) => {
      this.blocked = true;
      this.log.warn({ reason }, 'the broker accepts no messages');
    });
    this.manager.on('unblocked', () => {
      this.blocked = false;
      this.log.info({}, 'the broker accepts messages again');
    });
  }

  /**
   * Sets the library's pause before every attempt, because the library's own pause would be the same in all processes.
   * The library reads this value each time.
   */
  private waitLonger(): void {
    this.isWaiting = true;
    this.manager.reconnectTimeInSeconds = this.backoff.next() / 1_000;
  }
}

/** Adds Carillon's heartbeat interval to each URL, to detect a dead connection. */
function brokers(urls: string): string[] {
  return urls.split(/\s*,\s*(?=amqps?:)/).map((text) => {
    const url = new URL(text);
    url.searchParams.set('heartbeat', HEARTBEAT_S);
    return url.href;
  });
}
