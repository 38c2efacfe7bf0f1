import { setTimeout as wait } from 'node:timers/promises';
import { AppError } from '@carillon/contracts';
import type { ConfirmChannel, Options } from 'amqplib';
import { type MessagingLog, reasonOf } from '../log';
import { type LinkSource, SupervisedChannel } from './supervised-channel';
import { declareTopology } from './topology';
import { endsWithin } from './waiting';

/** How long an operation waits for a channel that is just being opened; a broker that is away is known after it. */
export const GRACE_MS = 300;
/** Not at once: RabbitMQ 3.10 forgets the consumers of a queue that is back before they heard of its end. */
const HEAL_AFTER_MS = 500;
const CONFIRM_TIMEOUT_MS = 30_000;
const FLUSH_TIMEOUT_MS = 5_000;

export interface Outgoing {
  exchange: string;
  routingKey: string;
  content: Buffer;
  properties: Options.Publish & { messageId: string };
}

/** Publishes with confirms, any number at once. One per process; it also keeps the durable queues declared. */
export class Publisher {
  private readonly channel: SupervisedChannel<ConfirmChannel>;
  private readonly returned = new Set<string>();
  private healing = false;

  constructor(
    source: LinkSource,
    private readonly ladder: readonly number[],
    private readonly isBlocked: () => boolean,
    private readonly log: MessagingLog,
  ) {
    this.channel = new SupervisedChannel<ConfirmChannel>(
      source,
      {
        name: 'publisher',
        open: (link) => link.createConfirmChannel(),
        setUp: (channel) => this.setUp(channel),
        flush: async (channel) => {
          await endsWithin(FLUSH_TIMEOUT_MS, channel.waitForConfirms());
        },
      },
      log,
    );
  }

  get supervised(): SupervisedChannel<ConfirmChannel> {
    return this.channel;
  }

  /**
   * Resolves when the broker has taken responsibility for the message.
   * @throws AppError service_unavailable: no connection, no queue for it (if `mandatory`), refused, or no confirm in time;
   * only in the last case it may still have been taken.
   */
  async publish(outgoing: Outgoing): Promise<void> {
    const channel = this.channel.current ?? (await this.channel.opened(GRACE_MS));
    if (!channel) throw unavailable('The broker cannot be reached');
    if (this.isBlocked()) throw unavailable('The broker takes no messages at the moment');
    await this.confirmed(channel, outgoing);
  }

  private confirmed(channel: ConfirmChannel, outgoing: Outgoing): Promise<void> {
    const { exchange, routingKey, content, properties } = outgoing;
    return new Promise((resolve, reject) => {
      const timer = setTimeout(
        () => reject(unavailable('The broker did not confirm in time')),
        CONFIRM_TIMEOUT_MS,
      );
      const settle = (error: unknown): void => {
        clearTimeout(timer);
        if (this.returned.delete(properties.messageId)) reject(unavailable(`No queue takes ${routingKey}`));
        else if (error) reject(unavailable('The broker did not confirm the message', error));
        else resolve();
      };
      try {
        channel.publish(exchange, routingKey, content, properties, settle);
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
      void this.heal(channel);
    });
    await declareTopology(channel, this.ladder);
  }

  /** A queue that should be there is not: declared again, the next try finds it. */
  private async heal(channel: ConfirmChannel): Promise<void> {
    if (this.healing) return;
    this.healing = true;
    await wait(HEAL_AFTER_MS);
    try {
      await declareTopology(channel, this.ladder);
    } catch (error) {
      this.log.warn({ reason: reasonOf(error) }, 'queues could not be declared');
    } finally {
      this.healing = false;
    }
  }
}

export function unavailable(detail: string, cause?: unknown): AppError {
  return new AppError('service_unavailable', detail, [], {}, { cause });
}
