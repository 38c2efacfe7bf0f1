import type { Channel, ConsumeMessage } from 'amqplib';
import type { SharedWrites } from '../connection/shared-writes';
import { type Answer, encode } from '../envelope';
import { RELEASE } from '../release';
import { pause } from '../timing';

/** A message in flight: exactly one of `ack` and `requeue` ends it. */
export class Delivery {
  constructor(
    readonly message: ConsumeMessage,
    private readonly channel: Channel,
    private readonly writes: Pick<SharedWrites, 'share'>,
    /**
     * Aborted when the channel is lost (the broker delivers again) or the server stops, because waiting is pointless
     * then.
     */
    private readonly leaving: AbortSignal,
  ) {}

  /** How often the message was delivered before, by the count of a quorum queue. */
  get count(): number {
    const headers: Record<string, unknown> = this.message.properties.headers ?? {};
    return Number(headers['x-delivery-count'] ?? 0);
  }

  ack(): void {
    this.settle(() => this.channel.ack(this.message));
  }

  /** Returns the message to the queue, for any process. */
  requeue(): void {
    this.settle(() => this.channel.nack(this.message, false, true));
  }

  /** Sends the reply. Does nothing if the message has no reply address. */
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
      headers: { release: RELEASE },
    };
    this.settle(() => this.channel.publish('', replyTo, encode(answer.body), properties));
  }

  /** Waits with the message in flight. Returns false if the message must be requeued. */
  async wait(milliseconds: number): Promise<boolean> {
    return pause(milliseconds, this.leaving);
  }

  /** Does nothing on a closed channel: the broker has already requeued the message. */
  private settle(action: () => void): void {
    try {
      action();
      this.writes.share();
    } catch {
      return;
    }
  }
}
