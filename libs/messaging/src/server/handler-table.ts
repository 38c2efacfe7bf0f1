import { type MessageDefinition, type QueueName, type Service, messages } from '@carillon/contracts';
import type { MessageHandler } from '@nestjs/microservices';
import { isObservable, lastValueFrom } from 'rxjs';
import { type CommandLane, definitionOf, eventsOf, queuesOf } from '../connection/topology';
import type { MessageContext } from '../envelope';

type NestHandler = MessageHandler<unknown, MessageContext, unknown>;

/** The handlers of one service, by the name of their message. */
export class HandlerTable {
  constructor(
    private readonly handlers: ReadonlyMap<string, NestHandler>,
    private readonly service: Service,
  ) {}

  has(name: string): boolean {
    return this.handlers.has(name);
  }

  /** Runs a handler through Nest and waits for its end, whatever form it comes in. */
  async run(name: string, payload: unknown, context: MessageContext): Promise<unknown> {
    const handler = this.handlers.get(name);
    if (!handler) throw new Error(`No handler for ${name}`);
    const result: unknown = await handler(payload, context);
    return isObservable(result) ? lastValueFrom(result, { defaultValue: undefined }) : result;
  }

  commands(lane: CommandLane): string[] {
    return this.named((definition) => definition.kind === 'command' && definition.lane === lane);
  }

  broadcasts(): string[] {
    return this.named((definition) => definition.kind === 'broadcast');
  }

  /** Why this service must not start: handlers that are missing, and handlers for what is not its own. */
  flaws(consumes: readonly QueueName[]): string[] {
    const missing = [...this.ownCommands(), ...consumes.flatMap((queue) => eventsOf(queue))];
    return [
      ...[...new Set(missing)].filter((name) => !this.has(name)).map((name) => `${name} has no handler`),
      ...[...this.handlers.keys()].map((name) => this.strange(name)).filter((flaw) => flaw !== null),
    ];
  }

  private strange(name: string): string | null {
    const definition = definitionOf(name);
    if (!definition) return `${name} is handled but is no message`;
    if (definition.kind === 'broadcast') return null;
    const own =
      definition.kind === 'command'
        ? definition.owner === this.service
        : queuesOf(this.service).some((queue) => definition.queues.includes(queue));
    return own ? null : `${name} is handled but does not come to ${this.service}`;
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
