import { setTimeout as delay } from 'node:timers/promises';
import { definitionOf } from '@carillon/contracts';
import type { Channel, ConsumeMessage, Replies } from 'amqplib';
import type { MessagingConnection } from '../connection/messaging-connection';
import { SupervisedChannel } from '../connection/supervised-channel';
import { contextOf, nameOf } from '../envelope';
import { reasonOf } from '../log';
import type { HandlingResult } from '../observer';
import { endsWithin, pause } from '../timing';
import { Delivery } from './delivery';

/** How often an idle process checks whether it can handle messages again (milliseconds). */
const REST_MS = 500;
/**
 * How long the consumer waits for the broker when it stops (milliseconds), because a broker that blocks publishers
 * doesn't respond.
 */
const ANSWER_MS = 2_000;
/** The number of failed attempts to consume a queue after which it is considered lost. */
const MOST_REFUSALS = 2;
/** The number of deliveries of a message after which it is no longer returned; well below the limit of the queue. */
const MOST_RETURNS = 10;

export interface ConsumerPlan {
  /** For logs and metrics. */
  name: string;
  /** The maximum number of messages in flight. */
  prefetch: number;
  /** Declares the queue and returns its contents. Runs again whenever the channel or the queue was lost. */
  declare(channel: Channel): Promise<Replies.AssertQueue>;
  /**
   * Whether the queue expires. RabbitMQ 3.10 can keep the name of an expired quorum queue while a node of the cluster
   * returns: declaring it succeeds, but its consumers lose the connection. Such a queue is deleted.
   */
  expires?: boolean;
  /**
   * The quiet time after which to subscribe again (milliseconds); null for never. RabbitMQ 3.10 doesn't notify the
   * consumers of a quorum queue that another client deleted and immediately declared again: nothing fails, and no
   * message ever arrives.
   */
  renewAfterMs: number | null;
  /** Ends the delivery; an error thrown here is a bug and requeues the message. */
  handle(delivery: Delivery): Promise<HandlingResult>;
}

/** Consumes one queue as long as the process runs, even if the channel or the queue is lost. */
export class Consumer {
  private readonly channel: SupervisedChannel;
  private readonly inFlight = new Map<Promise<void>, Delivery>();
  private leaving = new AbortController();
  private tag: string | null = null;
  private stopping = false;
  /** Consecutive failures to consume the queue after declaring it. */
  private refusals = 0;
  private lastDelivery = performance.now();
  /** When the current channel started to consume; null: no channel consumes. */
  private since: number | null = null;
  /** The earliest time at which the last postponed message is in the queue again. */
  private putOffUntil = 0;
  /** Resolves when the process can handle messages again; null: it can. */
  private rest: Promise<void> | null = null;

  constructor(
    private readonly connection: MessagingConnection,
    private readonly plan: ConsumerPlan,
  ) {
    this.channel = new SupervisedChannel(connection, {
      name: plan.name,
      confirm: false,
      setup: (channel) => this.setUp(channel),
    });
  }

  /** Resolves when the first message can arrive. */
  async started(): Promise<void> {
    await this.channel.opened();
  }

  /** Consumes no more messages. Messages that wait for a retry are requeued immediately. */
  async stop(): Promise<void> {
    this.stopping = true;
    this.since = null;
    this.leaving.abort();
    if (this.channel.current) await endsWithin(ANSWER_MS, this.cancel(this.channel.current));
  }

  /** Resolves when nothing is in flight. */
  async drained(): Promise<void> {
    while (this.inFlight.size > 0) await Promise.all(this.inFlight.keys());
  }

  /**
   * Resolves when all current messages in flight have ended, with the time for which the queue has been consumed
   * without interruption and without postponed messages (milliseconds; negative while one isn't in the queue again);
   * null: the queue isn't consumed.
   */
  async steadyForMs(): Promise<number | null> {
    await Promise.all(this.inFlight.keys());
    return this.since === null ? null : performance.now() - Math.max(this.since, this.putOffUntil);
  }

  /** A message in flight is delivered again later, after this time at the earliest (milliseconds). */
  postpone(againInMs: number): void {
    this.putOffUntil = Math.max(this.putOffUntil, performance.now() + againInMs);
  }

  /**
   * Returns the messages in flight to the queue, for other processes, and consumes none until `isAble` returns true.
   * Messages are not returned repeatedly, because the broker counts deliveries.
   */
  returnAll(isAble: () => Promise<boolean>): void {
    if (this.rest || [...this.inFlight.values()].some(({ count }) => count >= MOST_RETURNS)) return;
    this.rest = this.restUntil(isAble).finally(() => (this.rest = null));
    if (this.channel.current) this.channel.renew(this.channel.current);
  }

  /** Closes the channel. The broker requeues messages in flight. Returns their number. */
  async close(): Promise<number> {
    await endsWithin(ANSWER_MS, this.channel.close());
    return this.inFlight.size;
  }

  private async setUp(channel: Channel): Promise<void> {
    const leaving = (this.leaving = new AbortController());
    const { signal } = leaving;
    channel.once('close', () => {
      leaving.abort();
      if (this.leaving === leaving) this.since = null;
    });
    await this.rest;
    const { queue } = await this.declare(channel);
    await channel.prefetch(this.plan.prefetch);
    this.refusals += 1;
    const { consumerTag } = await channel.consume(queue, (message) => this.receive(message, channel, signal));
    this.refusals = 0;
    this.tag = consumerTag;
    this.since = performance.now();
    if (this.stopping) await channel.cancel(consumerTag);
    else void this.renewWhenQuiet(channel, signal);
  }

  /** Declares the queue, again if it is lost. A queue with other consumers or messages isn't lost. */
  private async declare(channel: Channel): Promise<Replies.AssertQueue> {
    const found = await this.plan.declare(channel);
    const isInUse = found.consumerCount > 0 || found.messageCount > 0;
    if (!this.plan.expires || this.refusals < MOST_REFUSALS || isInUse) return found;
    this.connection.log.warn({ queue: found.queue }, 'declaring a queue again that cannot be consumed');
    await channel.deleteQueue(found.queue);
    return this.plan.declare(channel);
  }

  private async restUntil(isAble: () => Promise<boolean>): Promise<void> {
    while (!this.stopping && !(await isAble())) await delay(REST_MS);
  }

  private async renewWhenQuiet(channel: Channel, leaving: AbortSignal): Promise<void> {
    const quietMs = this.plan.renewAfterMs;
    if (quietMs === null) return;
    while (await pause(quietMs, leaving)) {
      if (this.inFlight.size > 0 || performance.now() - this.lastDelivery < quietMs) continue;
      await this.cancel(channel);
      await this.drained();
      this.channel.renew(channel);
      return;
    }
  }

  private async cancel(channel: Channel): Promise<void> {
    if (this.tag !== null) await channel.cancel(this.tag).catch(() => undefined);
  }

  private receive(message: ConsumeMessage | null, channel: Channel, leaving: AbortSignal): void {
    if (!message) {
      this.channel.renew(channel, 'the queue was deleted');
      return;
    }
    this.lastDelivery = performance.now();
    const delivery = new Delivery(message, channel, this.connection.writes, leaving);
    const work = this.handle(delivery).finally(() => this.inFlight.delete(work));
    this.inFlight.set(work, delivery);
  }

  private async handle(delivery: Delivery): Promise<void> {
    const from = performance.now();
    const result = await this.settle(delivery);
    const { message } = delivery;
    const name = nameOf(message);
    const isOver = result !== 'retried' && result !== 'returned';
    this.connection.observer.handled({
      message: definitionOf(name) ? name : 'unknown',
      queue: this.plan.name,
      result,
      seconds: (performance.now() - from) / 1_000,
      ageSeconds: isOver ? Math.max(0, Date.now() - contextOf(message).occurredAt.getTime()) / 1_000 : null,
    });
  }

  private async settle(delivery: Delivery): Promise<HandlingResult> {
    try {
      return await this.plan.handle(delivery);
    } catch (error) {
      this.connection.log.error(
        { queue: this.plan.name, reason: reasonOf(error) },
        'a message could not be settled',
      );
      if (await delivery.wait(1_000)) delivery.requeue();
      return 'returned';
    }
  }
}
