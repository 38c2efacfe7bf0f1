import { type AppErrorJson, type MessageDefinition, bytesIn, newId } from '@carillon/contracts';
import type { Message, Options } from 'amqplib';
import { RELEASE } from './release';
import { currentTrace } from './trace';

/** Metadata of a message that a handler may use. */
export interface MessageContext {
  messageId: string;
  /** The ID of the client's request that caused the message, if any. */
  requestId: string | null;
  occurredAt: Date;
  /** Whether the broker delivered it before, to a process that did not finish it. */
  redelivered: boolean;
  /** The number of the attempt, starting with 1. */
  attempt: number;
}

/**
 * Headers contain only metadata, and the body contains the payload. If the payload has bytes, the body contains only
 * the bytes.
 */
export interface Headers {
  occurredAt?: string | undefined;
  requestId?: string | undefined;
  traceparent?: string | undefined;
  /** The release of the sender. */
  release?: string | undefined;
  /** The JSON of a payload without its bytes. */
  payload?: string | undefined;
  /** The number of attempts that have failed so far. */
  attempt?: number;
  /** Only present on a dead message. */
  deadCode?: string;
  deadDetail?: string;
  deadAt?: string;
}

/** The properties of a new message. */
export function describe(name: string, service: string): Options.Publish & { messageId: string } {
  const { requestId, traceparent } = currentTrace();
  const headers: Headers = {
    occurredAt: new Date().toISOString(),
    requestId,
    traceparent,
    release: RELEASE,
  };
  return { messageId: newId(), type: name, appId: service, contentType: 'application/json', headers };
}

export function encode(value: unknown): Buffer {
  return Buffer.from(JSON.stringify(value ?? null));
}

/** Parses the JSON of a message; undefined if it isn't valid JSON. */
export function decode(message: Message): unknown {
  return parse(message.content.toString('utf8'));
}

/** The message of a command: its payload, its name, and its sender. */
export function commandMessage(
  name: string,
  definition: MessageDefinition,
  payload: Readonly<Record<string, unknown>>,
  service: string,
): { content: Buffer; properties: Options.Publish } {
  const properties = describe(name, service);
  const bytesName = bytesIn(definition.payload);
  if (bytesName === undefined) return { content: encode(payload), properties };
  const { [bytesName]: bytes, ...rest } = payload;
  if (!(bytes instanceof Uint8Array)) throw new TypeError(`${name}: ${bytesName} must be bytes`);
  return {
    content: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength),
    properties: {
      ...properties,
      contentType: 'application/octet-stream',
      headers: { ...(properties.headers as Headers), payload: JSON.stringify(rest) },
    },
  };
}

/** The unchecked payload of a message. Undefined: it can't be read. */
export function payloadOf(message: Message, { payload }: MessageDefinition): unknown {
  const name = bytesIn(payload);
  if (name === undefined) return decode(message);
  const rest = parse(headersOf(message).payload ?? '');
  return typeof rest === 'object' && rest !== null ? { ...rest, [name]: message.content } : undefined;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export function nameOf(message: Message): string {
  return String(message.properties.type ?? '');
}

/** The service that sent a message, and its release, as log fields. */
export function senderOf(message: Message): { sender: string; senderRelease: string } {
  const { release = 'unknown' } = headersOf(message);
  return { sender: String(message.properties.appId ?? 'unknown'), senderRelease: release };
}

export function messageIdOf(message: Message): string {
  return String(message.properties.messageId ?? '');
}

/** Reads Carillon's headers and ignores others. Values of a wrong type are omitted. */
export function headersOf(message: Message): Headers {
  const all: Record<string, unknown> = message.properties.headers ?? {};
  const text = (key: keyof Headers) => (typeof all[key] === 'string' ? { [key]: all[key] } : {});
  return {
    ...text('occurredAt'),
    ...text('requestId'),
    ...text('traceparent'),
    ...text('release'),
    ...text('payload'),
    ...text('deadCode'),
    ...text('deadDetail'),
    ...text('deadAt'),
    ...(typeof all.attempt === 'number' ? { attempt: all.attempt } : {}),
  };
}

export function contextOf(message: Message): MessageContext {
  const headers = headersOf(message);
  const occurredAt = new Date(headers.occurredAt ?? Number.NaN);
  return {
    messageId: messageIdOf(message),
    requestId: headers.requestId ?? null,
    occurredAt: Number.isNaN(occurredAt.getTime()) ? new Date() : occurredAt,
    redelivered: message.fields.redelivered,
    attempt: (headers.attempt ?? 0) + 1,
  };
}

/** The response to a command: the reply, or the error that its owner threw. */
export const ANSWER = { reply: 'reply', error: 'error' } as const;
export type Answer = { type: 'reply'; body: unknown } | { type: 'error'; body: AppErrorJson };
