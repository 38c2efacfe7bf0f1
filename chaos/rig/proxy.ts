import { setTimeout as pause } from 'node:timers/promises';
import { type Channel, type ChannelModel, type ConsumeMessage, connect } from 'amqplib';

/** Passes a message on to its queue, as often and whenever one likes. */
export type Forward = () => void;
/** What becomes of a message that passes; whatever is not handed on is lost. Resolves when it is handed on no more. */
export type Manners = (forward: Forward) => void | Promise<void>;

const EVENTS = 'carillon.events';

/** Stands between an event's exchange and its queue, where a real broker would repeat, delay and reorder. */
export class Proxy {
  /** Messages that are not handed on yet, or may be handed on again. */
  private underway = 0;

  private constructor(
    private readonly link: ChannelModel,
    private readonly channel: Channel,
    private readonly event: string,
    private readonly queue: string,
  ) {}

  static async between(amqpUrl: string, event: string, queue: string, manners: Manners): Promise<Proxy> {
    const link = await connect(amqpUrl);
    const channel = await link.createChannel();
    const proxy = new Proxy(link, channel, event, queue);
    await channel.assertQueue(proxy.name, { durable: false, autoDelete: false });
    await channel.bindQueue(proxy.name, EVENTS, event);
    await channel.unbindQueue(queue, EVENTS, event);
    await channel.consume(proxy.name, (message) => message && proxy.pass(message, manners));
    return proxy;
  }

  /** Resolves when it is out of the way and has handed on all that it had. */
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

  private pass(message: ConsumeMessage, manners: Manners): void {
    this.underway += 1;
    let noted: () => void = () => undefined;
    const handedOn = new Promise<void>((resolve) => (noted = resolve));
    const manner = manners(() => {
      this.channel.sendToQueue(this.queue, message.content, { ...message.properties, persistent: true });
      noted();
    });
    void Promise.all([handedOn, manner]).then(() => {
      this.channel.ack(message);
      this.underway -= 1;
    });
  }
}

/** Every message comes twice: at once, and again up to so much later (milliseconds). */
export function twice(laterMs: number): Manners {
  return async (forward) => {
    forward();
    await pause(Math.random() * laterMs);
    forward();
  };
}

/** Messages overtake each other by up to so much (milliseconds). */
export function shuffled(byMs: number): Manners {
  return (forward) => void setTimeout(forward, Math.random() * byMs);
}
