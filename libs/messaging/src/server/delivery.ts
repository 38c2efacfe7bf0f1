import type { Channel, ConsumeMessage } from 'amqplib';
import { type Answer, encode } from '../envelope';
import { pause } from '../timing';

/** A message in flight: whatever happens to it, exactly one of `ack` and `requeue` ends it. */
export class Delivery {
  constructor(
    readonly message: ConsumeMessage,
    private readonly channel: Channel,
    /** Aborted when the channel is lost (the broker delivers again) or the server stops: no use in waiting any longer. */
    private readonly leaving: AbortSignal,
  ) {}

  ack(): void {
    this.settle(() => this.channel.ack(this.message));
  }

  /** Back to the queue, for any process. */
  requeue(): void {
    this.settle(() => this.channel.nack(this.message, false, true));
  }

  /** Sends the reply; does nothing if no caller waits for one. */
  answer(answer: Answer): void {
    const { replyTo, correlationId } = this.message.properties as {
      replyTo?: string;
      correlationId?: string;
    };
    if (!replyTo || !correlationId) return;
    const properties = {
      type: answer.type,
      correlationId,
      contentType: 'application/json',
      persistent: false,
    };
    this.settle(() => this.channel.publish('', replyTo, encode(answer.body), properties));
  }

  /** Waits with the message in flight; false: give it back. */
  async wait(milliseconds: number): Promise<boolean> {
    return pause(milliseconds, this.leaving);
  }

  /** Does nothing on a closed channel: the broker has requeued the message already. */
  private settle(action: () => void): void {
    try {
      action();
    } catch {
      return;
    }
  }
}
