import type { TSchema } from '@sinclair/typebox';
import type { QueueName, Service } from './services';

/** A request to one owner, with a reply. A `read` has a queue of its own, so that pages never delay commands. */
export interface CommandDefinition<P extends TSchema = TSchema, R extends TSchema = TSchema> {
  kind: 'command';
  owner: Service;
  queue: 'commands' | 'reads';
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

/** A message to every running process that is of no use to one that is not running. */
export interface BroadcastDefinition<P extends TSchema = TSchema> {
  kind: 'broadcast';
  payload: P;
}

export type MessageDefinition = CommandDefinition | EventDefinition | BroadcastDefinition;

const TIMEOUT_MS = 5_000;

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

export function event<P extends TSchema>(queues: readonly QueueName[], payload: P): EventDefinition<P> {
  return { kind: 'event', queues, payload };
}

export function broadcast<P extends TSchema>(payload: P): BroadcastDefinition<P> {
  return { kind: 'broadcast', payload };
}
