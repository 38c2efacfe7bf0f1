import type { QueueName } from '@carillon/contracts';
import { Backoff } from '../connection/backoff';
import { messageIdOf, nameOf } from '../envelope';
import { type MessagingLog, reasonOf } from '../log';
import type { Delivery } from './delivery';
import type { HandlerTable } from './handler-table';
import { type Classify, UnfitMessage, open, run, understand } from './opened-message';
import type { Failure, RetryLadder } from './retry-ladder';

/** What becomes of an event after a try. */
type Verdict =
  | { kind: 'done' }
  | { kind: 'hold'; reason: string }
  | { kind: 'retry'; failure: Failure }
  | { kind: 'dead'; failure: Failure };

type Ending = 'settled' | 'leaving' | 'too-long';

const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 5_000;

export interface EventHandlingOptions {
  queue: QueueName;
  classify: Classify;
  log: MessagingLog;
  /** How long a message is kept in hand at most; well under the broker's consumer timeout of 30 minutes. */
  holdLimitMs: number;
}

/** Events: tried until they work, by the ladder; never lost, and laid aside only when the fault is the message's own. */
export class EventHandling {
  constructor(
    private readonly handlers: HandlerTable,
    private readonly ladder: RetryLadder,
    private readonly options: EventHandlingOptions,
  ) {}

  async handle(delivery: Delivery): Promise<void> {
    let verdict: Verdict = { kind: 'done' };
    const tried = await this.untilSettled(delivery, async () => {
      verdict = await this.attempt(delivery);
      return verdict.kind === 'hold' ? verdict.reason : null;
    });
    if (tried === 'settled') return this.conclude(delivery, verdict);
    if (tried === 'too-long') await this.forward(delivery, () => this.ladder.renew(delivery.message));
    else delivery.requeue();
  }

  private async conclude(delivery: Delivery, verdict: Verdict): Promise<void> {
    if (verdict.kind === 'done' || verdict.kind === 'hold') {
      delivery.ack();
      return;
    }
    const step = verdict.kind === 'retry' ? this.ladder.nextStep(delivery.message) : null;
    const fields = { ...this.naming(delivery), ...verdict.failure };
    if (step === null) {
      this.options.log.error(fields, 'event laid aside as dead');
      await this.forward(delivery, () => this.ladder.bury(delivery.message, verdict.failure));
    } else {
      this.options.log.warn({ ...fields, againInMs: step }, 'event failed, will be tried again');
      await this.forward(delivery, () => this.ladder.delay(delivery.message, step));
    }
  }

  private async attempt(delivery: Delivery): Promise<Verdict> {
    try {
      await run(open(delivery.message, this.handlers), this.handlers);
      return { kind: 'done' };
    } catch (error) {
      return this.judge(error, delivery);
    }
  }

  private judge(error: unknown, delivery: Delivery): Verdict {
    if (error instanceof UnfitMessage)
      return { kind: 'dead', failure: { code: error.code, detail: error.message } };
    const understood = understand(error, this.options.classify);
    if (understood?.kind === 'unavailable') return { kind: 'hold', reason: understood.detail };
    if (understood) return { kind: 'retry', failure: { code: understood.code, detail: understood.detail } };
    this.options.log.error({ ...this.naming(delivery), err: error }, 'event handler failed');
    return { kind: 'retry', failure: { code: 'internal', detail: reasonOf(error) } };
  }

  /** Hands the message on and only then lets go of it; while that does not work, it stays in hand. */
  private async forward(delivery: Delivery, publish: () => Promise<void>): Promise<void> {
    const ending = await this.untilSettled(delivery, () => publish().then(() => null, reasonOf));
    if (ending === 'settled') delivery.ack();
    else delivery.requeue();
  }

  /** Repeats with growing pauses until `attempt` has no reason to wait any more; says once why it waits. */
  private async untilSettled(delivery: Delivery, attempt: () => Promise<string | null>): Promise<Ending> {
    const backoff = new Backoff(FIRST_PAUSE_MS, LONGEST_PAUSE_MS);
    const end = performance.now() + this.options.holdLimitMs;
    for (let said = false; ; said = true) {
      const reason = await attempt();
      if (reason === null) return 'settled';
      if (!said) this.options.log.warn({ ...this.naming(delivery), reason }, 'event held');
      if (performance.now() > end) return 'too-long';
      if (!(await delivery.wait(backoff.next()))) return 'leaving';
    }
  }

  private naming(delivery: Delivery) {
    const { message } = delivery;
    return { queue: this.options.queue, event: nameOf(message), messageId: messageIdOf(message) };
  }
}
