import {
  type CommandQueue,
  type QueueName,
  type Service,
  eventsOf,
  queueNames,
  queues,
} from '@carillon/contracts';
import type { Channel, Options, Replies } from 'amqplib';

export const exchanges = {
  events: 'carillon.events',
  broadcasts: 'carillon.broadcasts',
} as const;

/** Pauses between the attempts of an event (milliseconds). After the last attempt, the event is dead-lettered. */
export const RETRY_LADDER_MS: readonly number[] = [1_000, 10_000, 60_000, 300_000];

/**
 * The limit of redeliveries, beyond which a message is poison. RabbitMQ 3.10 has no default limit, and 4.x has this
 * one.
 */
const DELIVERY_LIMIT = 20;
/** Each inspection of a dead message redelivers it; inspections must never exceed the limit. */
const LOOKS_LIMIT = 1_000_000;
/**
 * The time after which a command queue without consumers expires (milliseconds). Otherwise, requests would wait in it
 * after a restart of the broker.
 */
const ORPHAN_EXPIRES_MS = 10_000;

/** Source: AMQP 0-9-1, reply codes. */
const PRECONDITION_FAILED = 406;

export function commandQueue(service: Service, queue: CommandQueue): string {
  return `${service}.${queue}`;
}

export function deadQueue(queue: QueueName): string {
  return `${queue}.dead`;
}

/** The exchange of one step, and the name of its queue: `carillon.retry.10s`. */
export function retryStep(milliseconds: number): string {
  if (milliseconds % 60_000 === 0) return `carillon.retry.${milliseconds / 60_000}m`;
  if (milliseconds % 1_000 === 0) return `carillon.retry.${milliseconds / 1_000}s`;
  return `carillon.retry.${milliseconds}ms`;
}

/** Declares everything that outlives a process, so that an event finds its queue before its consumer's first start. */
export async function declareTopology(channel: Channel, ladder: readonly number[]): Promise<void> {
  await declareExchange(channel, 'broadcasts');
  for (const queue of queueNames) await declareQueue(channel, queue);
  for (const step of ladder) await declareRetryStep(channel, step);
}

/**
 * Declares one durable queue with its bindings and, for events, its dead letter queue. Returns the state of the queue.
 */
export async function declareQueue(channel: Channel, queue: QueueName): Promise<Replies.AssertQueue> {
  if (queues[queue].kind === 'events') await declareDeadQueue(channel, queue);
  return declareBound(channel, queue, optionsOf(queue), 'events', eventsOf(queue));
}

/** How many processes consume a queue. */
export async function consumersOf(channel: Channel, queue: QueueName): Promise<number> {
  return (await channel.assertQueue(queue, optionsOf(queue))).consumerCount;
}

/** How many messages wait in a queue, without the messages that its consumers handle. */
export async function lengthOf(channel: Channel, queue: QueueName): Promise<number> {
  return (await channel.assertQueue(queue, optionsOf(queue))).messageCount;
}

function optionsOf(queue: QueueName): Options.AssertQueue {
  const { kind, ttlMs } = queues[queue];
  if (kind === 'events') return quorum(deadLettersTo(deadQueue(queue)));
  return quorum(ttlMs === undefined ? {} : { 'x-message-ttl': ttlMs });
}

export async function declareDeadQueue(channel: Channel, queue: QueueName): Promise<Replies.AssertQueue> {
  return channel.assertQueue(deadQueue(queue), quorum({ 'x-delivery-limit': LOOKS_LIMIT }));
}

/** The kind of command queues. */
export type CommandQueues = 'classic' | 'quorum';

/**
 * Classic and auto-delete: without a process, the queue doesn't exist, and `mandatory` returns the request immediately.
 * But while its node is down, no process can declare it. In a cluster, it is therefore a quorum queue, which can't be
 * auto-delete and lasts several seconds longer than its processes.
 */
export async function declareCommandQueue(
  channel: Channel,
  queue: string,
  kind: CommandQueues,
): Promise<Replies.AssertQueue> {
  const options =
    kind === 'quorum'
      ? quorum({ 'x-expires': ORPHAN_EXPIRES_MS })
      : {
          durable: true,
          autoDelete: true,
          arguments: { 'x-queue-type': 'classic', 'x-expires': ORPHAN_EXPIRES_MS },
        };
  return channel.assertQueue(queue, options);
}

/** Uses a command queue of any type that another process has declared. */
export async function joinCommandQueue(channel: Channel, queue: string): Promise<Replies.AssertQueue> {
  return channel.checkQueue(queue);
}

/** Whether a queue of this name exists with other properties: another kind of queue, after a change of settings. */
export function isOfOtherKind(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === PRECONDITION_FAILED;
}

/** Declares this process's own queue, which the broker names and deletes with the connection. */
export async function declareBroadcastQueue(
  channel: Channel,
  names: readonly string[],
): Promise<Replies.AssertQueue> {
  const args = { 'x-queue-type': 'classic' };
  const options = { exclusive: true, durable: false, autoDelete: true, arguments: args };
  return declareBound(channel, '', options, 'broadcasts', names);
}

/** Declares an exchange, and a queue to which it routes the messages of these names. */
async function declareBound(
  channel: Channel,
  queue: string,
  options: Options.AssertQueue,
  exchange: keyof typeof exchanges,
  names: readonly string[],
): Promise<Replies.AssertQueue> {
  await declareExchange(channel, exchange);
  const found = await channel.assertQueue(queue, options);
  for (const name of names) await channel.bindQueue(found.queue, exchanges[exchange], name);
  return found;
}

async function declareExchange(channel: Channel, exchange: keyof typeof exchanges): Promise<void> {
  await channel.assertExchange(exchanges[exchange], 'topic', { durable: true });
}

/**
 * A message waits for the TTL and returns to its routing key, which is the queue that it came from. The same retry
 * queues therefore serve all queues.
 */
async function declareRetryStep(channel: Channel, milliseconds: number): Promise<void> {
  const name = retryStep(milliseconds);
  await channel.assertExchange(name, 'fanout', { durable: true });
  await channel.assertQueue(name, quorum({ 'x-message-ttl': milliseconds, ...deadLettersTo() }));
  await channel.bindQueue(name, name, '');
}

function quorum(more: Record<string, unknown>): Options.AssertQueue {
  const limits = { 'x-delivery-limit': DELIVERY_LIMIT, 'x-overflow': 'reject-publish' };
  return { durable: true, arguments: { 'x-queue-type': 'quorum', ...limits, ...more } };
}

/** Dead-letters at least once, to this queue; by default to the queue of the message's routing key. */
function deadLettersTo(queue?: string): Record<string, unknown> {
  const to = queue === undefined ? {} : { 'x-dead-letter-routing-key': queue };
  return { 'x-dead-letter-exchange': '', 'x-dead-letter-strategy': 'at-least-once', ...to };
}
