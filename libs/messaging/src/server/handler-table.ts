import {
  type CommandDefinition,
  type CommandQueue,
  type MessageDefinition,
  type QueueName,
  type Service,
  definitionOf,
  eventsOf,
  messages,
  misfit,
  queuesOf,
} from '@carillon/contracts';
import type { MessageHandler } from '@nestjs/microservices';
import type { Message } from 'amqplib';
import { isObservable, lastValueFrom } from 'rxjs';
import { withDeadline } from '../deadline';
import { type MessageContext, contextOf, headersOf, nameOf, payloadOf } from '../envelope';
import { type SpanAttributes, inMessageSpan } from '../spans';
import { type Trace, withTrace } from '../trace';

type NestHandler = MessageHandler<unknown, MessageContext, unknown>;

/** A message that this process can never handle. `code`: the reason. */
export class UnfitMessage extends Error {
  override readonly name = 'UnfitMessage';

  constructor(
    readonly code: 'unknown_message' | 'invalid_payload',
    detail: string,
  ) {
    super(detail);
  }
}

/** The handlers of one service, by message name. */
export class HandlerTable {
  constructor(
    private readonly handlers: ReadonlyMap<string, NestHandler>,
    private readonly service: Service,
  ) {}

  /**
   * Runs the handler of a message through Nest and waits until it ends, regardless of the type of its result.
   * @throws UnfitMessage before the handler runs; errors of the handler
   */
  async handle(message: Message): Promise<unknown> {
    const name = nameOf(message);
    const definition = definitionOf(name);
    const handler = this.handlers.get(name);
    if (!definition || !handler) throw new UnfitMessage('unknown_message', `There is no handler for ${name}`);
    const payload = payloadOf(message, definition);
    const flaw = misfit(definition.payload, payload);
    if (flaw !== null) throw new UnfitMessage('invalid_payload', flaw);
    const work = async (): Promise<unknown> => {
      const result: unknown = await handler(payload, contextOf(message));
      return isObservable(result) ? lastValueFrom(result, { defaultValue: undefined }) : result;
    };
    const timed = (): Promise<unknown> =>
      definition.kind === 'command' ? withDeadline(timeoutOf(message, definition), work) : work();
    return withTrace(traceOf(message, payload), () => traced(message, definition, timed));
  }

  /** Whether commands of this service arrive in the queue. */
  uses(queue: CommandQueue): boolean {
    return this.named((definition) => definition.kind === 'command' && definition.queue === queue).length > 0;
  }

  broadcasts(): string[] {
    return this.named((definition) => definition.kind === 'broadcast');
  }

  /** Returns why this service must not start: missing handlers, and handlers for messages of other services. */
  flaws(consumes: readonly QueueName[]): string[] {
    const missing = [...this.ownCommands(), ...consumes.flatMap((queue) => eventsOf(queue))];
    return [
      ...[...new Set(missing)]
        .filter((name) => !this.handlers.has(name))
        .map((name) => `${name} has no handler`),
      ...[...this.handlers.keys()].map((name) => this.strange(name)).filter((flaw) => flaw !== null),
    ];
  }

  private strange(name: string): string | null {
    const definition = definitionOf(name);
    if (!definition) return `${name} has a handler but is not a message`;
    if (definition.kind === 'broadcast') return null;
    const own =
      definition.kind === 'command'
        ? definition.owner === this.service
        : queuesOf(this.service).some((queue) => definition.queues.includes(queue));
    return own ? null : `${name} has a handler but is not sent to ${this.service}`;
  }

  private ownCommands(): string[] {
    return Object.keys(messages).filter((name) => {
      const definition = definitionOf(name);
      return definition?.kind === 'command' && definition.owner === this.service;
    });
  }

  private named(matches: (definition: MessageDefinition) => boolean): string[] {
    return [...this.handlers.keys()].filter((name) => {
      const definition = definitionOf(name);
      return definition !== undefined && matches(definition);
    });
  }
}

/** A broadcast has no span, because every process gets it, and it concerns only a few processes. */
function traced(
  message: Message,
  { kind }: MessageDefinition,
  work: () => Promise<unknown>,
): Promise<unknown> {
  if (kind === 'broadcast') return work();
  const [as, does] = kind === 'command' ? (['server', 'answer'] as const) : (['consumer', 'handle'] as const);
  return inMessageSpan(as, `${does} ${nameOf(message)}`, () => received(message), work);
}

function received(message: Message): SpanAttributes {
  const { messageId, attempt } = contextOf(message);
  return {
    'messaging.system': 'rabbitmq',
    'messaging.operation.type': 'process',
    'messaging.message.id': messageId,
    'carillon.attempt': attempt,
  };
}

/** How long the caller of a command waits (milliseconds): its request expires then. */
function timeoutOf({ properties }: Message, { timeoutMs }: CommandDefinition): number {
  return Number(properties.expiration) || timeoutMs;
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
