import { setTimeout as wait } from 'node:timers/promises';
import type { ConfirmChannel, Message, Options } from 'amqplib';
import { type Headers, messageIdOf, nameOf } from '../envelope';
import { reasonOf } from '../log';
import { endsWithin } from '../timing';
import { type Link, SupervisedChannel, unavailable } from './supervised-channel';
import { declareTopology } from './topology';

/**
 * The pause before a missing queue is declared again (milliseconds): RabbitMQ 3.10 loses the consumers of a queue that
 * is declared again before they know about its deletion.
 */
const HEAL_AFTER_MS = 500;
const CONFIRM_TIMEOUT_MS = 30_000;
const FLUSH_TIMEOUT_MS = 5_000;

interface Outgoing {
  exchange: string;
  routingKey: string;
  content: Buffer;
  properties: Options.Publish & { messageId: string };
}

/**
 * Publishes with confirms, any number concurrently. One per process. It also keeps the durable queues declared. It
 * publishes on the channel itself, because the library's own `publish` buffers messages without limit while there is no
 * connection.
 */
export class Publisher {
  readonly channel: SupervisedChannel<ConfirmChannel>;
  private readonly returned = new Set<string>();
  private healing: Promise<void> | null = null;

  constructor(
    private readonly link: Link,
    private readonly ladder: readonly number[],
  ) {
    this.channel = new SupervisedChannel<ConfirmChannel>(link, {
      name: 'publisher',
      confirm: true,
      setup: (channel) => this.setUp(channel),
    });
  }

  /**
   * Resolves when the broker has confirmed the message.
   * @throws AppError service_unavailable: no connection, no queue for it (if `mandatory`), refused, or no confirm in
   * time; only in the last case the broker may still have stored it.
   */
  async publish(outgoing: Outgoing): Promise<void> {
    await this.confirmed(await this.channel.usable(), outgoing);
  }

  /** Publishes a message from a queue again: it keeps its ID and gets these headers. */
  async forward(message: Message, exchange: string, routingKey: string, headers: Headers): Promise<void> {
    const properties = {
      messageId: messageIdOf(message),
      type: nameOf(message),
      appId: String(message.properties.appId ?? ''),
      contentType: 'application/json',
      headers,
      persistent: true,
      mandatory: true,
    };
    await this.publish({ exchange, routingKey, content: message.content, properties });
  }

  /** Waits for the confirms of published messages, for a limited time. */
  async flush(): Promise<void> {
    if (this.channel.current) await endsWithin(FLUSH_TIMEOUT_MS, this.channel.current.waitForConfirms());
  }

  private confirmed(channel: ConfirmChannel, outgoing: Outgoing): Promise<void> {
    const { exchange, routingKey, content, properties } = outgoing;
    return new Promise((resolve, reject) => {
      const timer = setTimeout(
        () => reject(unavailable('The broker did not confirm the message in time')),
        CONFIRM_TIMEOUT_MS,
      );
      const settle = (error: unknown): void => {
        clearTimeout(timer);
        if (this.returned.delete(properties.messageId)) reject(unavailable(`No queue accepts ${routingKey}`));
        else if (error) reject(unavailable('The broker did not confirm the message', error));
        else resolve();
      };
      try {
        channel.publish(exchange, routingKey, content, properties, settle);
        this.link.writes.share();
      } catch (error) {
        settle(error);
      }
    });
  }

  private async setUp(channel: ConfirmChannel): Promise<void> {
    this.returned.clear();
    // The broker sends a return before the confirm of the same message.
    channel.on('return', (message) => {
      this.returned.add(String(message.properties.messageId));
      this.heal(channel);
    });
    await declareTopology(channel, this.ladder);
  }

  /** Declares a missing durable queue again, for the next attempt. */
  private heal(channel: ConfirmChannel): void {
    this.healing ??= wait(HEAL_AFTER_MS)
      .then(() => declareTopology(channel, this.ladder))
      .catch((error: unknown) =>
        this.link.log.warn({ reason: reasonOf(error) }, 'queues could not be declared'),
      )
      .finally(() => (this.healing = null));
  }
}
