import type { QueueName } from '@carillon/contracts';
import type { Message } from 'amqplib';
import type { Publisher } from '../connection/publisher';
import { deadQueue, retryStep } from '../connection/topology';
import { type Headers, headersOf, messageIdOf, nameOf } from '../envelope';

/** Why a message was laid aside. */
export interface Failure {
  code: string;
  detail: string;
}

const LONGEST_DETAIL = 500;

/** Moves messages on: to a later try, aside as dead, or to the end of their queue. Each resolves when the broker has it. */
export class RetryLadder {
  constructor(
    private readonly publisher: Publisher,
    private readonly queue: QueueName,
    private readonly steps: readonly number[],
  ) {}

  /** How long the next try is away, in milliseconds; null: this was the last one. */
  nextStep(message: Message): number | null {
    return this.steps[headersOf(message).attempt ?? 0] ?? null;
  }

  async delay(message: Message, milliseconds: number): Promise<void> {
    const headers = { ...headersOf(message), attempt: (headersOf(message).attempt ?? 0) + 1 };
    await this.forward(message, retryStep(milliseconds), this.queue, headers);
  }

  async bury(message: Message, failure: Failure): Promise<void> {
    const headers = headersOf(message);
    await this.forward(message, '', deadQueue(this.queue), {
      ...headers,
      attempt: (headers.attempt ?? 0) + 1,
      deadCode: failure.code,
      deadDetail: failure.detail.slice(0, LONGEST_DETAIL),
      deadAt: new Date().toISOString(),
    });
  }

  /** A fresh copy at the end of its queue: its deliveries count from zero again, and so does the consumer timeout. */
  async renew(message: Message): Promise<void> {
    await this.forward(message, '', this.queue, headersOf(message));
  }

  private async forward(
    message: Message,
    exchange: string,
    routingKey: string,
    headers: Headers,
  ): Promise<void> {
    await this.publisher.publish({
      exchange,
      routingKey,
      content: message.content,
      properties: {
        messageId: messageIdOf(message),
        type: nameOf(message),
        appId: String(message.properties.appId ?? ''),
        contentType: 'application/json',
        headers,
        persistent: true,
        mandatory: true,
      },
    });
  }
}
