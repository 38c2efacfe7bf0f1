import { type Channel, type ConfirmChannel, type ChannelModel, connect } from 'amqplib';
import { eventually } from './seen';

/** A client of the broker without this library, for operations that the library never does. */
export class RawBroker {
  private constructor(
    private readonly link: ChannelModel,
    private readonly channel: ConfirmChannel,
  ) {}

  static async connect(url: string): Promise<RawBroker> {
    const link = await connect(url);
    link.on('error', () => undefined);
    return new RawBroker(link, await link.createConfirmChannel());
  }

  /** Puts any content under any name into a queue; repeats while the queue is being replaced. */
  async put(queue: string, type: string, content: string, headers = {}): Promise<void> {
    const publish = async (): Promise<boolean> => {
      const properties = { type, messageId: 'raw', persistent: true, headers };
      this.channel.publish('', queue, Buffer.from(content), properties);
      return this.channel.waitForConfirms().then(
        () => true,
        () => false,
      );
    };
    await eventually(publish, (confirmed) => confirmed);
  }

  /** Takes a message and disconnects, like a crashed process. Returns false if the queue was empty. */
  async takeAndCrash(queue: string): Promise<boolean> {
    const channel: Channel = await this.link.createChannel();
    const message = await channel.get(queue);
    await channel.close();
    return message !== false;
  }

  /** Deletes a queue and immediately declares it again. */
  async replace(queue: string, args: Record<string, unknown>): Promise<void> {
    await this.channel.deleteQueue(queue);
    await this.channel.assertQueue(queue, { durable: true, arguments: args });
  }

  /** Resolves when this many messages are ready in the queue; the broker's count has a delay. */
  async counted(queue: string, count: number): Promise<void> {
    await eventually(
      () => this.channel.checkQueue(queue),
      ({ messageCount }) => messageCount === count,
    );
  }

  async close(): Promise<void> {
    // A test may have dropped the connection already.
    await this.link.close().catch(() => undefined);
  }
}
