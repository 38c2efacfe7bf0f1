import type { QueueName } from '@carillon/contracts';
import type { Publisher } from '../connection/publisher';
import { deadQueue, retryStep } from '../connection/topology';
import { type Headers, headersOf, messageIdOf, nameOf, senderOf } from '../envelope';
import { type MessagingLog, reasonOf } from '../log';
import type { HandlingResult } from '../observer';
import { Backoff } from '../timing';
import type { Classify } from './command-handling';
import type { Delivery } from './delivery';
import { type HandlerTable, UnfitMessage } from './handler-table';

/** Why an event was not handled. */
interface Failure {
  code: string;
  detail: string;
}

/** What to do with an event after an attempt. */
type Decision =
  | { kind: 'done' }
  | { kind: 'hold'; reason: string }
  | { kind: 'retry'; failure: Failure; isForOthers?: true }
  | { kind: 'dead'; failure: Failure };

type Ending = 'settled' | 'leaving' | 'too-long';

const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 5_000;
const LONGEST_DETAIL = 500;
/** The time after which a process returns an event that it cannot handle (milliseconds). */
const RETURN_AFTER_MS = 3_000;
/** The number of attempts for an unknown event. With the last retry delay, they take a day. */
const TRIES_OF_UNKNOWN = 288;

export interface EventHandlingOptions {
  queue: QueueName;
  publisher: Publisher;
  /** Pauses between the attempts (milliseconds). */
  ladder: readonly number[];
  classify: Classify;
  log: MessagingLog;
  /**
   * The maximum time for which a message is held in flight (milliseconds); well below the broker's consumer timeout of
   * 30 minutes.
   */
  holdLimitMs: number;
  /** Whether this process can handle events, as far as it depends on itself. */
  isAble: () => Promise<boolean>;
  /** Returns all messages in flight to the queue, and accepts none until the process can handle them. */
  returnAll: () => void;
  /** A message is delivered again later, after this time at the earliest (milliseconds). */
  postpone: (againInMs: number) => void;
}

/**
 * Handles events: retries them with growing delays, never loses them, and dead-letters them only because of a fault in
 * the message itself.
 */
export class EventHandling {
  constructor(
    private readonly handlers: HandlerTable,
    private readonly options: EventHandlingOptions,
  ) {}

  async handle(delivery: Delivery): Promise<HandlingResult> {
    let decision: Decision = { kind: 'done' };
    const heldFrom = performance.now();
    const tried = await this.untilSettled(delivery, async () => {
      decision = await this.attempt(delivery);
      if (decision.kind !== 'hold') return null;
      if (performance.now() - heldFrom > RETURN_AFTER_MS) await this.returnIfUnable();
      return decision.reason;
    });
    if (tried === 'settled') return this.conclude(delivery, decision);
    // A new copy at the end of its queue: its delivery count restarts from zero, and so does the consumer timeout.
    if (tried === 'too-long') {
      return this.postpone(0, () =>
        this.forward(delivery, '', this.options.queue, headersOf(delivery.message)),
      );
    }
    delivery.requeue();
    return 'returned';
  }

  /** Other processes may be able to handle it. */
  private async returnIfUnable(): Promise<void> {
    if (!(await this.options.isAble())) this.options.returnAll();
  }

  private async conclude(delivery: Delivery, decision: Decision): Promise<HandlingResult> {
    if (decision.kind === 'done' || decision.kind === 'hold') {
      delivery.ack();
      return 'done';
    }
    const { queue, ladder, log } = this.options;
    const { code, detail } = decision.failure;
    const before = headersOf(delivery.message);
    const headers = { ...before, attempt: (before.attempt ?? 0) + 1 };
    const step =
      decision.kind === 'retry' ? stepOf(ladder, headers.attempt, decision.isForOthers) : undefined;
    if (step === undefined) {
      log.error({ ...this.naming(delivery), code, detail }, 'event dead-lettered');
      const why = {
        deadCode: code,
        deadDetail: detail.slice(0, LONGEST_DETAIL),
        deadAt: new Date().toISOString(),
      };
      const isDead = await this.forward(delivery, '', deadQueue(queue), { ...headers, ...why });
      return isDead ? 'dead' : 'returned';
    }
    log.warn({ ...this.naming(delivery), code, detail, againInMs: step }, 'event failed and will be retried');
    return this.postpone(step, () => this.forward(delivery, retryStep(step), queue, headers));
  }

  /** The delay counts from when the broker has stored the message, because forwarding may take many attempts. */
  private async postpone(againInMs: number, forward: () => Promise<boolean>): Promise<HandlingResult> {
    this.options.postpone(againInMs);
    if (!(await forward())) return 'returned';
    this.options.postpone(againInMs);
    return 'retried';
  }

  private async attempt(delivery: Delivery): Promise<Decision> {
    try {
      await this.handlers.handle(delivery.message);
      return { kind: 'done' };
    } catch (error) {
      return this.judge(error, delivery);
    }
  }

  private judge(error: unknown, delivery: Delivery): Decision {
    if (error instanceof UnfitMessage) {
      const failure = { code: error.code, detail: error.message };
      // A process of a later release knows the event: during an upgrade, both releases consume the queue.
      if (error.code === 'unknown_message') return { kind: 'retry', failure, isForOthers: true };
      return { kind: 'dead', failure };
    }
    const understood = this.options.classify(error);
    if (understood?.kind === 'unavailable') return { kind: 'hold', reason: understood.detail };
    if (understood) return { kind: 'retry', failure: { code: understood.code, detail: understood.detail } };
    this.options.log.error({ ...this.naming(delivery), err: error }, 'event handler failed');
    return { kind: 'retry', failure: { code: 'internal', detail: reasonOf(error) } };
  }

  /**
   * Forwards the message and then acknowledges it. While forwarding fails, the message stays in flight. Returns false
   * if it was returned to its queue.
   */
  private async forward(
    delivery: Delivery,
    exchange: string,
    routingKey: string,
    headers: Headers,
  ): Promise<boolean> {
    const { publisher } = this.options;
    const ending = await this.untilSettled(delivery, () =>
      publisher.forward(delivery.message, exchange, routingKey, headers).then(() => null, reasonOf),
    );
    if (ending === 'settled') delivery.ack();
    else delivery.requeue();
    return ending === 'settled';
  }

  /** Repeats with growing pauses until `attempt` returns no reason to wait; logs once why it waits. */
  private async untilSettled(delivery: Delivery, attempt: () => Promise<string | null>): Promise<Ending> {
    const backoff = new Backoff(FIRST_PAUSE_MS, LONGEST_PAUSE_MS);
    const end = performance.now() + this.options.holdLimitMs;
    for (let isLogged = false; ; isLogged = true) {
      const reason = await attempt();
      if (reason === null) return 'settled';
      if (!isLogged) this.options.log.warn({ ...this.naming(delivery), reason }, 'event deferred');
      if (performance.now() > end) return 'too-long';
      if (!(await delivery.wait(backoff.next()))) return 'leaving';
    }
  }

  private naming(delivery: Delivery) {
    const { message } = delivery;
    return {
      queue: this.options.queue,
      event: nameOf(message),
      messageId: messageIdOf(message),
      ...senderOf(message),
    };
  }
}

/** The pause after this many failed attempts (milliseconds); undefined: the event is dead. */
function stepOf(ladder: readonly number[], attempts: number, isForOthers = false): number | undefined {
  if (!isForOthers) return ladder[attempts - 1];
  return attempts < TRIES_OF_UNKNOWN ? (ladder[attempts - 1] ?? ladder.at(-1)) : undefined;
}
