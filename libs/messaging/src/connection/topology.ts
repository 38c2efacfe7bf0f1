import {
  type CommandDefinition,
  type MessageDefinition,
  type QueueName,
  type Service,
  messages,
  queues,
} from '@carillon/contracts';
import type { Channel, Replies } from 'amqplib';

export const exchanges = {
  commands: 'carillon.commands',
  events: 'carillon.events',
  broadcasts: 'carillon.broadcasts',
} as const;

/** Waits between the tries of an event, in milliseconds; after the last one it is laid aside as dead. */
export const RETRY_LADDER_MS: readonly number[] = [1_000, 10_000, 60_000, 300_000];

/** Redeliveries before a message counts as poison. RabbitMQ 3.10 has no limit of its own, 4.x has this one. */
const DELIVERY_LIMIT = 20;
/** Looking at a dead message redelivers it; that must never use it up. */
const LOOKS_LIMIT = 1_000_000;
/** After a restart of the broker a command queue that nobody comes back to must go, or requests would wait in it. */
const ORPHAN_EXPIRES_MS = 10_000;

export type CommandLane = CommandDefinition['lane'];

const quorum = { 'x-queue-type': 'quorum', 'x-delivery-limit': DELIVERY_LIMIT };
const definitions: Readonly<Record<string, MessageDefinition>> = messages;

export function definitionOf(name: string): MessageDefinition | undefined {
  return Object.hasOwn(definitions, name) ? definitions[name] : undefined;
}

export const queueNames = Object.keys(queues) as QueueName[];

export function queuesOf(service: Service): QueueName[] {
  return queueNames.filter((name) => queues[name].service === service);
}

export function eventsOf(queue: QueueName): string[] {
  return Object.keys(definitions).filter((name) => {
    const definition = definitions[name];
    return definition?.kind === 'event' && definition.queues.includes(queue);
  });
}

export function commandQueue(service: Service, lane: CommandLane): string {
  return `${service}.${lane}`;
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

/** Everything that outlives a process, so that an event finds its queue before the listener's first start. */
export async function declareTopology(channel: Channel, ladder: readonly number[]): Promise<void> {
  await channel.assertExchange(exchanges.commands, 'direct', { durable: true });
  await channel.assertExchange(exchanges.broadcasts, 'topic', { durable: true });
  for (const queue of queueNames) await declareQueue(channel, queue);
  for (const step of ladder) await declareRetryStep(channel, step);
}

/** One durable queue with its bindings and, for events, the queue of its dead. Answers what was found. */
export async function declareQueue(channel: Channel, queue: QueueName): Promise<Replies.AssertQueue> {
  await channel.assertExchange(exchanges.events, 'topic', { durable: true });
  const { kind } = queues[queue];
  if (kind === 'events') await declareDeadQueue(channel, queue);
  const found = await channel.assertQueue(queue, {
    durable: true,
    arguments: kind === 'events' ? events(queue) : hints(queue),
  });
  for (const event of eventsOf(queue)) await channel.bindQueue(queue, exchanges.events, event);
  return found;
}

export async function declareDeadQueue(channel: Channel, queue: QueueName): Promise<Replies.AssertQueue> {
  return channel.assertQueue(deadQueue(queue), {
    durable: true,
    arguments: { 'x-queue-type': 'quorum', 'x-delivery-limit': LOOKS_LIMIT, 'x-overflow': 'reject-publish' },
  });
}

/** Classic and auto-delete: with no process behind it there is no queue, and `mandatory` tells the caller at once. */
export async function declareCommandQueue(
  channel: Channel,
  queue: string,
  commands: readonly string[],
): Promise<Replies.AssertQueue> {
  await channel.assertExchange(exchanges.commands, 'direct', { durable: true });
  const found = await channel.assertQueue(queue, {
    durable: true,
    autoDelete: true,
    arguments: { 'x-queue-type': 'classic', 'x-expires': ORPHAN_EXPIRES_MS },
  });
  for (const command of commands) await channel.bindQueue(queue, exchanges.commands, command);
  return found;
}

/** This process's own queue, named by the broker and gone with the connection. */
export async function declareBroadcastQueue(
  channel: Channel,
  names: readonly string[],
): Promise<Replies.AssertQueue> {
  await channel.assertExchange(exchanges.broadcasts, 'topic', { durable: true });
  const found = await channel.assertQueue('', {
    exclusive: true,
    durable: false,
    autoDelete: true,
    arguments: { 'x-queue-type': 'classic' },
  });
  for (const name of names) await channel.bindQueue(found.queue, exchanges.broadcasts, name);
  return found;
}

function events(queue: QueueName) {
  return {
    ...quorum,
    'x-overflow': 'reject-publish',
    'x-dead-letter-exchange': '',
    'x-dead-letter-routing-key': deadQueue(queue),
    'x-dead-letter-strategy': 'at-least-once',
  };
}

function hints(queue: QueueName) {
  const definition = queues[queue];
  const ttl = 'ttlMs' in definition ? { 'x-message-ttl': definition.ttlMs } : {};
  return { ...quorum, 'x-overflow': 'reject-publish', ...ttl };
}

/** A message waits out the TTL and returns to its routing key, the queue it came from: one ladder serves all queues. */
async function declareRetryStep(channel: Channel, milliseconds: number): Promise<void> {
  const name = retryStep(milliseconds);
  await channel.assertExchange(name, 'fanout', { durable: true });
  await channel.assertQueue(name, {
    durable: true,
    arguments: {
      ...quorum,
      'x-message-ttl': milliseconds,
      'x-overflow': 'reject-publish',
      'x-dead-letter-exchange': '',
      'x-dead-letter-strategy': 'at-least-once',
    },
  });
  await channel.bindQueue(name, name, '');
}
