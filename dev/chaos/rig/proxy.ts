import { setTimeout as pause } from 'node:timers/promises';
import { type Channel, type ChannelModel, type ConsumeMessage, connect } from 'amqplib';

/** Forwards a message to its queue. May be called several times and at any time. */
export type Forward = () => void;
/**
 * Decides when and how often a message is forwarded. A message that is not forwarded is lost. Resolves after the last
 * forwarding.
 */
export type Delivery = (forward: Forward) => void | Promise<void>;

const EVENTS = 'carillon.events';

/** Sits between an event's exchange and its queue, to repeat, delay, and reorder messages as a broker may. */
export class Proxy {
  /** The number of messages that are not forwarded yet, or that may be forwarded again. */
  private underway = 0;

  private constructor(
    private readonly link: ChannelModel,
    private readonly channel: Channel,
    private readonly event: string,
    private readonly queue: string,
  ) {}

  static async between(amqpUrl: string, event: string, queue: string, delivery: Delivery): Promise<Proxy> {
    const link = await connect(amqpUrl);
    const channel = await link.createChannel();
    const proxy = new Proxy(link, channel, event, queue);
    await channel.assertQueue(proxy.name, { durable: false, autoDelete: false });
    await channel.bindQueue(proxy.name, EVENTS, event);
    await channel.unbindQueue(queue, EVENTS, event);
    await channel.consume(proxy.name, (message) => message && proxy.pass(message, delivery));
    return proxy;
  }

  /** Binds the queue to its exchange again. Resolves when every message is forwarded. */
  async leave(): Promise<void> {
    const { channel, event, queue, name } = this;
    await channel.bindQueue(queue, EVENTS, event);
    await channel.unbindQueue(name, EVENTS, event);
    while (this.underway > 0 || (await channel.checkQueue(name)).messageCount > 0)
      await new Promise((resolve) => setTimeout(resolve, 50));
    await channel.deleteQueue(name);
    await this.link.close();
  }

  private get name(): string {
    return `chaos.${this.event}`;
  }

  private pass(message: ConsumeMessage, delivery: Delivery): void {
    this.underway += 1;
    let done: () => void = () => undefined;
    const forwarded = new Promise<void>((resolve) => (done = resolve));
    const delivered = delivery(() => {
      this.channel.sendToQueue(this.queue, message.content, { ...message.properties, persistent: true });
      done();
    });
    void Promise.all([forwarded, delivered]).then(() => {
      this.channel.ack(message);
      this.underway -= 1;
    });
  }
}

/** Delivers every message twice: at once, and again up to `laterMs` later. */
export function twice(laterMs: number): Delivery {
  return async (forward) => {
    forward();
    await pause(Math.random() * laterMs);
    forward();
  };
}

/** Delivers every message up to `byMs` late, so that messages overtake each other. */
export function shuffled(byMs: number): Delivery {
  return (forward) => void setTimeout(forward, Math.random() * byMs);
}
