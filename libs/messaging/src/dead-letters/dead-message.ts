import type { QueueName } from '@carillon/contracts';
import type { GetMessage } from 'amqplib';
import { decode, headersOf, messageIdOf, nameOf } from '../envelope';

/** A message that was laid aside, for people to look at. */
export interface DeadMessage {
  id: string;
  /** Where it was, and where a replay puts it. */
  queue: QueueName;
  event: string;
  /** ISO 8601; null where it is not known. */
  occurredAt: string | null;
  diedAt: string | null;
  requestId: string | null;
  /** Failed tries; null for one that killed its process each time, which leaves no word behind. */
  attempts: number | null;
  code: string;
  detail: string;
  payload: unknown;
}

/** The broker's own word for a message that was delivered too often without ever being settled. */
const POISON = 'delivery_limit';

export function deadMessage(queue: QueueName, message: GetMessage): DeadMessage {
  const headers = headersOf(message);
  const buried = headers.deadCode !== undefined;
  return {
    id: messageIdOf(message),
    queue,
    event: nameOf(message),
    occurredAt: headers.occurredAt ?? null,
    diedAt: headers.deadAt ?? null,
    requestId: headers.requestId ?? null,
    attempts: buried ? (headers.attempt ?? null) : null,
    code: headers.deadCode ?? POISON,
    detail: headers.deadDetail ?? 'Delivered too often without an end: its handler takes the process down',
    payload: decode(message) ?? message.content.toString('utf8'),
  };
}
