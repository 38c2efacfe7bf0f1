import { AppError, newId } from '@carillon/contracts';
import type { Channel, ConsumeMessage, Options } from 'amqplib';
import { type Link, SupervisedChannel, unavailable } from '../connection/supervised-channel';

/** RabbitMQ's direct reply-to: replies arrive on the channel that sent the request, without a queue. */
const REPLY_TO = 'amq.rabbitmq.reply-to';

interface Waiting {
  resolve(reply: ConsumeMessage): void;
  reject(error: AppError): void;
  timer: NodeJS.Timeout;
}

/** Requests that wait for their replies, by correlation ID. */
export class Requests {
  private readonly waiting = new Map<string, Waiting>();
  private readonly channel: SupervisedChannel;
  /** The channel on which replies arrive. */
  private current: Channel | null = null;

  constructor(private readonly link: Link) {
    this.channel = new SupervisedChannel(link, {
      name: 'requests',
      confirm: false,
      setup: (channel) => this.setUp(channel),
    });
    link.manager.on('blocked', () => this.abandon('The broker accepts no messages at the moment'));
  }

  /**
   * Sends a request to a queue and resolves with the reply. The request expires when its caller stops waiting, and it
   * is not persistent, because it must not remain on a disk after the wait.
   */
  async send(
    queue: string,
    content: Buffer,
    properties: Options.Publish,
    timeoutMs: number,
  ): Promise<ConsumeMessage> {
    const channel = await this.channel.usable();
    const correlationId = newId();
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => this.fail(correlationId, new AppError('timeout')), timeoutMs);
      this.waiting.set(correlationId, { resolve, reject, timer });
      try {
        channel.publish('', queue, content, {
          ...properties,
          correlationId,
          replyTo: REPLY_TO,
          expiration: timeoutMs,
          mandatory: true,
          persistent: false,
        });
        this.link.writes.share();
      } catch (error) {
        this.fail(correlationId, unavailable('The request could not be sent', error));
      }
    });
  }

  private async setUp(channel: Channel): Promise<void> {
    this.current = channel;
    // A channel that could not be set up can close after its successor has already sent requests.
    channel.once('close', () => {
      if (this.current === channel) this.abandon('The connection was lost before the reply');
    });
    channel.on('return', ({ properties }) =>
      this.fail(String(properties.correlationId), unavailable('The service is not running')),
    );
    await channel.consume(REPLY_TO, (message) => this.receive(message, channel), { noAck: true });
  }

  private receive(message: ConsumeMessage | null, channel: Channel): void {
    if (!message) {
      this.channel.renew(channel, 'the broker canceled the reply consumer');
      return;
    }
    this.take(String(message.properties.correlationId))?.resolve(message);
  }

  private fail(correlationId: string, error: AppError): void {
    this.take(correlationId)?.reject(error);
  }

  /**
   * Fails all waiting requests: no reply can arrive after their channel is closed or the broker blocks publishers.
   */
  private abandon(why: string): void {
    for (const id of [...this.waiting.keys()]) this.fail(id, unavailable(why));
  }

  private take(correlationId: string): Waiting | undefined {
    const waiting = this.waiting.get(correlationId);
    if (waiting) clearTimeout(waiting.timer);
    this.waiting.delete(correlationId);
    return waiting;
  }
}
