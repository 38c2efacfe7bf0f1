import type { EraseStepEnd, Payload, Reply, WebhookEvent } from '@carillon/contracts';
import { Command } from '@carillon/messaging';
import { auditNote } from '@carillon/mongo';
import { Clock, Metrics } from '@carillon/platform';
import { Controller } from '@nestjs/common';
import { type EndpointDocument, Endpoints } from '../endpoints';
import { Messages } from './messages';

/** How long one step of an erasure takes (milliseconds). */
const STEP_MS = 2_000;

@Controller()
export class MessagesController {
  private readonly events;

  constructor(
    private readonly endpoints: Endpoints,
    private readonly messages: Messages,
    private readonly clock: Clock,
    metrics: Metrics,
  ) {
    const help = 'Events for endpoints, counted for each endpoint';
    this.events = metrics.counter('carillon_webhook_events_total', help);
  }

  /** Stores events for each subscribed endpoint. */
  @Command('webhook.take')
  async take({ userId, events }: Payload<'webhook.take'>): Promise<object> {
    const types = [...new Set(events.map(({ type }) => type))];
    const wanting = await this.endpoints.wanting(userId, types);
    await Promise.all(wanting.map((endpoint) => this.store(endpoint, events)));
    await this.endpoints.haveWork(wanting.map(({ _id }) => _id));
    return {};
  }

  private async store(endpoint: EndpointDocument, events: readonly WebhookEvent[]): Promise<void> {
    const wanted = events.filter(({ type }) => endpoint.eventTypes.includes(type));
    await this.messages.store(endpoint, wanted);
    this.events.inc(wanted.reduce((count, { items }) => count + items.length, 0));
  }

  /** Errors: webhook_not_found. */
  @Command('webhook.attempts')
  async attempts(query: Payload<'webhook.attempts'>): Promise<Reply<'webhook.attempts'>> {
    await this.endpoints.get(query.userId, query.id);
    return this.messages.attemptsOf(query);
  }

  /** Errors: webhook_not_found, webhook_message_not_found. */
  @Command('webhook.replay-message')
  async replayMessage({ by, userId, id, messageId }: Payload<'webhook.replay-message'>): Promise<object> {
    const endpoint = await this.endpoints.get(userId, id);
    await this.messages.replayOne(endpoint, messageId);
    const note = auditNote(by, this.clock.now(), {
      userId,
      action: 'webhook.replayed',
      target: { type: 'webhook', id, name: null },
      changes: [{ field: 'messageId', before: null, after: messageId }],
    });
    await this.endpoints.haveWork([endpoint._id], note);
    return {};
  }

  /** If there is no address, erases all data of the user. */
  @Command('erasure.step-in-webhook-worker')
  async erase({ userId, address, after }: Payload<'erasure.step-in-webhook-worker'>): Promise<EraseStepEnd> {
    if (address === null) {
      // RemoveDeleted removes the messages of the endpoints.
      const isEmpty = await this.endpoints.deleteAll(userId);
      return { state: isEmpty ? 'done' : 'wait', next: null };
    }
    const until = performance.now() + STEP_MS;
    let next = after;
    do {
      next = await this.messages.erase(userId, address, next);
    } while (next !== null && performance.now() < until);
    return { state: next === null ? 'done' : 'more', next };
  }
}
