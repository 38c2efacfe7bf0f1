import { AppError } from '@carillon/contracts';
import type { Message } from 'amqplib';
import { type Answer, nameOf, senderOf } from '../envelope';
import { type MessagingLog, reasonOf } from '../log';
import type { HandlingResult } from '../observer';
import type { Delivery } from './delivery';
import { type HandlerTable, UnfitMessage } from './handler-table';

/** Converts an error of a handler to an AppError. Null: a bug. */
export type Classify = (error: unknown) => AppError | null;

/** Handles commands. Each command always gets one attempt and one reply. */
export class CommandHandling {
  constructor(
    private readonly handlers: HandlerTable,
    private readonly classify: Classify,
    private readonly log: MessagingLog,
  ) {}

  async handle(delivery: Delivery): Promise<HandlingResult> {
    const { answer, result } = await this.answer(delivery.message);
    delivery.answer(answer);
    delivery.ack();
    return result;
  }

  private async answer(message: Message): Promise<{ answer: Answer; result: HandlingResult }> {
    try {
      return { answer: { type: 'reply', body: await this.handlers.handle(message) }, result: 'done' };
    } catch (error) {
      const reported = this.errorFor(error, message);
      const isExpected = reported.kind !== 'internal' && reported.kind !== 'unavailable';
      return {
        answer: { type: 'error', body: reported.toJSON() },
        result: isExpected ? 'refused' : 'failed',
      };
    }
  }

  private errorFor(error: unknown, message: Message): AppError {
    if (error instanceof UnfitMessage) return this.unfit(error, message);
    const command = nameOf(message);
    const understood = this.classify(error);
    if (understood && understood.kind !== 'internal') {
      if (understood.kind === 'unavailable')
        this.log.warn({ command, reason: understood.detail }, 'command refused');
      return understood;
    }
    this.log.error({ command, err: error }, 'command failed');
    return new AppError('internal');
  }

  /**
   * A command with an unknown name or version may come from a newer caller, so a retry can succeed. An invalid payload
   * is a bug.
   */
  private unfit({ code, message: reason }: UnfitMessage, message: Message): AppError {
    this.log.error({ command: nameOf(message), code, reason, ...senderOf(message) }, 'invalid command');
    return new AppError(code === 'unknown_message' ? 'service_unavailable' : 'internal');
  }
}

/** Handles messages that can be lost (hints and broadcasts) with one attempt. An error is logged. */
export class SingleTryHandling {
  constructor(
    private readonly handlers: HandlerTable,
    private readonly log: MessagingLog,
  ) {}

  async handle(delivery: Delivery): Promise<HandlingResult> {
    let result: HandlingResult = 'done';
    try {
      await this.handlers.handle(delivery.message);
    } catch (error) {
      result = 'failed';
      const { message } = delivery;
      const fields = { message: nameOf(message), reason: reasonOf(error), ...senderOf(message) };
      this.log.error(error instanceof AppError ? fields : { ...fields, err: error }, 'message dropped');
    }
    delivery.ack();
    return result;
  }
}
