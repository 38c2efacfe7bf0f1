import type { TSchema } from '@sinclair/typebox';
import type { QueueName, Service } from './services';

/**
 * The queues of a service's commands. Waiting commands in one queue don't delay others: `sending` contains what running
 * campaigns depend on, `reads` the pages of lists, and `counts` commands that read a whole audience or campaign.
 */
export const commandQueues = ['commands', 'reads', 'sending', 'counts'] as const;
export type CommandQueue = (typeof commandQueues)[number];

/** A request to one owner, with a reply. */
export interface CommandDefinition<P extends TSchema = TSchema, R extends TSchema = TSchema> {
  kind: 'command';
  owner: Service;
  queue: CommandQueue;
  payload: P;
  reply: R;
  /** How long a caller waits; the request expires at the same moment. */
  timeoutMs: number;
}

/** An event, kept in each listed queue until it is handled. */
export interface EventDefinition<P extends TSchema = TSchema> {
  kind: 'event';
  queues: readonly QueueName[];
  payload: P;
}

/** A message to every running process; it is of no use to processes that start later. */
export interface BroadcastDefinition<P extends TSchema = TSchema> {
  kind: 'broadcast';
  payload: P;
}

export type MessageDefinition = CommandDefinition | EventDefinition | BroadcastDefinition;

const TIMEOUT_MS = 5_000;
const COUNT_TIMEOUT_MS = 30_000;

export function command<P extends TSchema, R extends TSchema>(
  owner: Service,
  payload: P,
  reply: R,
  { timeoutMs = TIMEOUT_MS } = {},
): CommandDefinition<P, R> {
  return { kind: 'command', owner, queue: 'commands', payload, reply, timeoutMs };
}

export function read<P extends TSchema, R extends TSchema>(
  owner: Service,
  payload: P,
  reply: R,
  options?: { timeoutMs: number },
): CommandDefinition<P, R> {
  return { ...command(owner, payload, reply, options), queue: 'reads' };
}

/** A command that campaigns in progress depend on. */
export function sending<P extends TSchema, R extends TSchema>(
  owner: Service,
  payload: P,
  reply: R,
  { timeoutMs = TIMEOUT_MS } = {},
): CommandDefinition<P, R> {
  return { ...command(owner, payload, reply, { timeoutMs }), queue: 'sending' };
}

/** Counts of an audience or of a campaign, which may take seconds. */
export function count<P extends TSchema, R extends TSchema>(
  owner: Service,
  payload: P,
  reply: R,
  { timeoutMs = COUNT_TIMEOUT_MS } = {},
): CommandDefinition<P, R> {
  return { ...command(owner, payload, reply, { timeoutMs }), queue: 'counts' };
}

export function event<P extends TSchema>(queues: readonly QueueName[], payload: P): EventDefinition<P> {
  return { kind: 'event', queues, payload };
}

export function broadcast<P extends TSchema>(payload: P): BroadcastDefinition<P> {
  return { kind: 'broadcast', payload };
}
