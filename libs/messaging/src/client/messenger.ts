import {
  AppError,
  type BroadcastName,
  type CommandName,
  type EventName,
  type Payload,
  type Reply,
  messages,
  misfit,
} from '@carillon/contracts';
import { Injectable } from '@nestjs/common';
import type { Options } from 'amqplib';
import type { MessagingConnection } from '../connection/messaging-connection';
import { commandQueue, exchanges } from '../connection/topology';
import { ANSWER, commandMessage, decode, describe, encode, headersOf, nameOf } from '../envelope';
import { resultOf } from '../observer';
import { type SpanAttributes, inMessageSpan } from '../spans';
import { Requests } from './requests';

export interface RequestOptions {
  /** The time limit (milliseconds), if it differs from the contract. */
  timeoutMs?: number;
}

export interface MessengerOptions {
  /** The minimum time to wait for a reply, even if the contract's time limit is shorter (milliseconds). */
  patienceMs?: number;
}

/** Sends commands, events, and broadcasts to other services. */
@Injectable()
export class Messenger {
  private readonly requests: Requests;
  private readonly patienceMs: number;

  constructor(
    private readonly connection: MessagingConnection,
    { patienceMs = 0 }: MessengerOptions = {},
  ) {
    this.patienceMs = patienceMs;
    this.requests = new Requests(connection);
  }

  /**
   * Sends a command to its owner and resolves with the reply.
   * @throws AppError: the owner's errors; `service_unavailable` immediately if the service is not running or the broker
   * is unavailable; `timeout`
   */
  async request<N extends CommandName>(
    name: N,
    payload: Payload<N>,
    options: RequestOptions = {},
  ): Promise<Reply<N>> {
    const { observer } = this.connection;
    const { owner } = messages[name];
    const from = performance.now();
    const seconds = (): number => (performance.now() - from) / 1_000;
    try {
      const reply = await inMessageSpan('client', `request ${name}`, sending, () =>
        this.ask(name, payload, options),
      );
      observer.requested(owner, 'answered', seconds());
      return reply;
    } catch (error) {
      observer.requested(owner, resultOf(error), seconds());
      throw error;
    }
  }

  /**
   * Publishes an event to every queue that is bound to it. Resolves when the broker has stored it.
   * @throws AppError service_unavailable if the broker is unavailable, refuses it, or has no queue for it
   */
  async publish<N extends EventName>(name: N, payload: Payload<N>): Promise<void> {
    await inMessageSpan('producer', `publish ${name}`, sending, () =>
      this.send(name, exchanges.events, payload, { persistent: true, mandatory: true }),
    );
  }

  /** Sends a message to every running process that handles it, if any. */
  async broadcast<N extends BroadcastName>(name: N, payload: Payload<N>): Promise<void> {
    await this.send(name, exchanges.broadcasts, payload, { persistent: false });
  }

  private async ask<N extends CommandName>(
    name: N,
    payload: Payload<N>,
    options: RequestOptions,
  ): Promise<Reply<N>> {
    const definition = messages[name];
    const { content, properties } = commandMessage(name, definition, payload, this.connection.service);
    const queue = commandQueue(definition.owner, definition.queue);
    const timeoutMs = options.timeoutMs ?? Math.max(definition.timeoutMs, this.patienceMs);
    const answer = await this.requests.send(queue, content, properties, timeoutMs);
    const body = decode(answer);
    if (nameOf(answer) === ANSWER.error) throw AppError.fromJSON(body);
    const flaw = misfit(definition.reply, body);
    if (flaw === null) return body as Reply<N>;
    const { owner, release = 'unknown' } = { ...definition, ...headersOf(answer) };
    this.connection.log.error(
      { command: name, flaw, sender: owner, senderRelease: release },
      'a reply does not match its contract',
    );
    throw new AppError('internal', 'The service returned an unexpected reply');
  }

  private async send(
    name: string,
    exchange: string,
    payload: unknown,
    how: Pick<Options.Publish, 'persistent' | 'mandatory'>,
  ): Promise<void> {
    const { observer, publisher, service } = this.connection;
    const properties = { ...describe(name, service), ...how };
    try {
      await publisher.publish({ exchange, routingKey: name, content: encode(payload), properties });
    } catch (error) {
      observer.published(name, false);
      throw error;
    }
    observer.published(name, true);
  }
}

function sending(): SpanAttributes {
  return { 'messaging.system': 'rabbitmq', 'messaging.operation.type': 'send' };
}
