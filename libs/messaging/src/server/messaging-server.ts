import {
  AppError,
  type CommandQueue,
  type QueueName,
  type Service,
  commandQueues,
  definitionOf,
  queues,
  queuesOf,
} from '@carillon/contracts';
import { type CustomTransportStrategy, type MessageHandler, Server } from '@nestjs/microservices';
import type { MessagingConnection } from '../connection/messaging-connection';
import {
  commandQueue,
  declareBroadcastQueue,
  declareCommandQueue,
  declareQueue,
  isOfOtherKind,
  joinCommandQueue,
} from '../connection/topology';
import type { MessagingLog } from '../log';
import { endsWithin } from '../timing';
import { type Classify, CommandHandling, SingleTryHandling } from './command-handling';
import { Consumer, type ConsumerPlan } from './consumer';
import { EventHandling } from './event-handling';
import { HandlerTable } from './handler-table';

export interface MessagingServerOptions {
  connection: MessagingConnection;
  service: Service;
  /** The log; absent: the connection's log. */
  log?: MessagingLog;
  /** Whether this process has what its event handlers need; absent: always. */
  isAble?: () => Promise<boolean>;
  /** Recognizes errors that are not AppErrors, such as a database outage; returns null for a bug. */
  classify?: Classify;
  /** The queues to consume; absent: all queues of the service. */
  consumes?: readonly QueueName[];
  /** Messages in flight at the same time per queue, where that differs from contracts. */
  prefetch?: Partial<Record<QueueName, number>>;
  /** How long `close` waits for messages in flight (milliseconds). */
  drainMs?: number;
  /** How long an event is held for an unavailable dependency before it moves to the end of its queue (milliseconds). */
  holdLimitMs?: number;
  /** Starts with the existing handlers, for a fake service. */
  partial?: boolean;
}

const DRAIN_MS = 25_000;
const HOLD_LIMIT_MS = 600_000;
const QUEUE_PREFETCH: Readonly<Record<CommandQueue, number>> = {
  commands: 64,
  reads: 8,
  sending: 64,
  counts: 64,
};
const BROADCAST_PREFETCH = 16;
const RENEW_AFTER_MS = 60_000;

/** Nest's transport over the broker: consumes commands, events, and broadcasts, and runs their handlers. */
export class MessagingServer extends Server implements CustomTransportStrategy {
  override readonly transportId = Symbol('carillon');
  override readonly propagatesEventHandlerErrors = true;
  private readonly log: MessagingLog;
  private readonly handlers: HandlerTable;
  private readonly gapListeners: (() => void)[] = [];
  private readonly openListeners: (() => void)[] = [];
  private consumers: Consumer[] = [];
  private readonly queueConsumers = new Map<QueueName, Consumer>();

  constructor(private readonly options: MessagingServerOptions) {
    super();
    this.log = options.log ?? options.connection.log;
    this.handlers = new HandlerTable(this.messageHandlers, options.service);
  }

  /**
   * Calls `listener` after this process was disconnected and may have missed broadcasts: caches that depend on them
   * must be cleared.
   */
  onBroadcastGap(listener: () => void): void {
    this.gapListeners.push(listener);
  }

  /** Calls `listener` whenever this process begins to receive broadcasts: at start, and after each interruption. */
  onBroadcastsOpen(listener: () => void): void {
    this.openListeners.push(listener);
  }

  override addHandler(pattern: string, callback: MessageHandler, isEvent = false, extras = {}): void {
    if (this.messageHandlers.has(pattern) && definitionOf(pattern)?.kind !== 'broadcast') {
      throw new Error(`${pattern} has two handlers in ${this.options.service}`);
    }
    super.addHandler(pattern, callback, isEvent, extras);
  }

  /**
   * Starts consuming. Calls the callback when all queues are open, or with the reason why the service must not start.
   */
  async listen(callback: (error?: unknown) => void): Promise<void> {
    const flaws = this.options.partial === true ? [] : this.handlers.flaws(this.consumes());
    if (flaws.length > 0) {
      callback(new Error(`${this.options.service} does not match the contracts: ${flaws.join('; ')}`));
      return;
    }
    this.consumers = [
      ...this.commandConsumers(),
      ...this.consumes().map((queue) => this.queue(queue)),
      ...this.broadcasts(),
    ];
    await Promise.all(this.consumers.map((consumer) => consumer.started()));
    callback();
  }

  /** Stops consuming, finishes the messages in flight within the limit, and requeues the others. */
  async close(): Promise<void> {
    const consumers = this.consumers;
    this.consumers = [];
    await Promise.all(consumers.map((consumer) => consumer.stop()));
    const drained = Promise.all(consumers.map((consumer) => consumer.drained()));
    await endsWithin(this.options.drainMs ?? DRAIN_MS, drained);
    const left = await Promise.all(consumers.map((consumer) => consumer.close()));
    const count = left.reduce((sum, n) => sum + n, 0);
    if (count > 0) this.log.warn({ count }, 'returned unfinished messages');
  }

  /**
   * Resolves when every current message of this queue in this process has been handled. Returns how long it has
   * consumed the queue without interruption and without postponed messages (milliseconds; negative while one isn't in
   * the queue again); null: it doesn't consume it.
   */
  async steadyForMs(queue: QueueName): Promise<number | null> {
    return (await this.queueConsumers.get(queue)?.steadyForMs()) ?? null;
  }

  override on(): void {
    throw new Error('The connection reports its state itself');
  }

  override unwrap(): never {
    throw new Error('What knows AMQP stays inside');
  }

  private consumes(): readonly QueueName[] {
    return this.options.consumes ?? (this.options.partial === true ? [] : queuesOf(this.options.service));
  }

  private commandConsumers(): Consumer[] {
    return commandQueues
      .filter((queue) => this.handlers.uses(queue))
      .map((queue) => this.commandConsumer(queue));
  }

  private commandConsumer(queue: CommandQueue): Consumer {
    const name = commandQueue(this.options.service, queue);
    const handling = new CommandHandling(this.handlers, this.classify, this.log);
    return new Consumer(this.options.connection, {
      name,
      prefetch: QUEUE_PREFETCH[queue],
      renewAfterMs: null,
      declare: this.declaringCommands(name),
      expires: true,
      handle: (delivery) => handling.handle(delivery),
    });
  }

  /**
   * While processes with other settings use the queue, for example during a change of settings, this process uses the
   * same queue.
   */
  private declaringCommands(name: string): ConsumerPlan['declare'] {
    let isTheirs = false;
    return async (channel) => {
      try {
        if (isTheirs) return await joinCommandQueue(channel, name);
        return await declareCommandQueue(channel, name, this.options.connection.commandQueues);
      } catch (error) {
        isTheirs = isOfOtherKind(error);
        throw error;
      }
    };
  }

  private queue(queue: QueueName): Consumer {
    const handling = queues[queue].kind === 'hints' ? this.hints() : this.events(queue);
    const consumer = new Consumer(this.options.connection, {
      name: queue,
      prefetch: this.options.prefetch?.[queue] ?? queues[queue].prefetch,
      renewAfterMs: RENEW_AFTER_MS,
      declare: (channel) => declareQueue(channel, queue),
      handle: (delivery) => handling.handle(delivery),
    });
    this.queueConsumers.set(queue, consumer);
    return consumer;
  }

  private hints(): SingleTryHandling {
    return new SingleTryHandling(this.handlers, this.log);
  }

  private events(queue: QueueName): EventHandling {
    const { connection, holdLimitMs = HOLD_LIMIT_MS, isAble = able } = this.options;
    return new EventHandling(this.handlers, {
      queue,
      publisher: connection.publisher,
      ladder: connection.ladder,
      classify: this.classify,
      log: this.log,
      holdLimitMs,
      isAble,
      returnAll: () => this.queueConsumers.get(queue)?.returnAll(isAble),
      postpone: (againInMs) => this.queueConsumers.get(queue)?.postpone(againInMs),
    });
  }

  private broadcasts(): Consumer[] {
    const names = this.handlers.broadcasts();
    if (names.length === 0) return [];
    const handling = new SingleTryHandling(this.handlers, this.log);
    let declaredBefore = false;
    const consumer = new Consumer(this.options.connection, {
      name: 'broadcasts',
      prefetch: BROADCAST_PREFETCH,
      renewAfterMs: null,
      declare: async (channel) => {
        const queue = await declareBroadcastQueue(channel, names);
        const listeners = [...(declaredBefore ? this.gapListeners : []), ...this.openListeners];
        for (const listener of listeners) listener();
        declaredBefore = true;
        return queue;
      },
      handle: (delivery) => handling.handle(delivery),
    });
    return [consumer];
  }

  private readonly classify: Classify = (error) =>
    error instanceof AppError ? error : (this.options.classify?.(error) ?? null);
}

const able = (): Promise<boolean> => Promise.resolve(true);
