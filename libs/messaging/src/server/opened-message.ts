import { AppError, misfit } from '@carillon/contracts';
import type { Message } from 'amqplib';
import { definitionOf } from '../connection/topology';
import { type MessageContext, contextOf, decode, headersOf, nameOf } from '../envelope';
import { type Trace, withTrace } from '../trace';
import type { HandlerTable } from './handler-table';

/** A message that nobody can handle, now or later. `code` says why in a word. */
export class UnfitMessage extends Error {
  override readonly name = 'UnfitMessage';

  constructor(
    readonly code: 'unknown_message' | 'invalid_payload',
    detail: string,
  ) {
    super(detail);
  }
}

/** A message that passed the door: its name is known and its payload fits. */
export interface OpenedMessage {
  name: string;
  payload: unknown;
  context: MessageContext;
  trace: Trace;
}

/** @throws UnfitMessage */
export function open(message: Message, handlers: HandlerTable): OpenedMessage {
  const name = nameOf(message);
  const definition = definitionOf(name);
  if (!definition || !handlers.has(name))
    throw new UnfitMessage('unknown_message', `There is no handler for ${name}`);
  const payload = decode(message);
  const flaw = misfit(definition.payload, payload);
  if (flaw !== null) throw new UnfitMessage('invalid_payload', flaw);
  return { name, payload, context: contextOf(message), trace: traceOf(message, payload) };
}

export async function run(opened: OpenedMessage, handlers: HandlerTable): Promise<unknown> {
  return withTrace(opened.trace, () => handlers.run(opened.name, opened.payload, opened.context));
}

/** Turns what a handler threw into what everybody understands; null: a bug of ours. */
export type Classify = (error: unknown) => AppError | null;

export function understand(error: unknown, classify: Classify): AppError | null {
  return error instanceof AppError ? error : classify(error);
}

function traceOf(message: Message, payload: unknown): Trace {
  const { requestId, traceparent } = headersOf(message);
  const { campaignId, batchId } = payload as { campaignId?: unknown; batchId?: unknown };
  return {
    ...(requestId === undefined ? {} : { requestId }),
    ...(traceparent === undefined ? {} : { traceparent }),
    ...(typeof campaignId === 'string' ? { campaignId } : {}),
    ...(typeof batchId === 'string' ? { batchId } : {}),
  };
}
