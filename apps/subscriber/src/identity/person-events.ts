import { type WebhookEvent, type WebhookEventType, newId } from '@carillon/contracts';
import { Clock } from '@carillon/platform';
import { WebhookInterests } from '@carillon/webhooks';
import { Injectable } from '@nestjs/common';
import type { PersonDocument } from './person-document';

type PersonEventType = Extract<WebhookEventType, `person.${string}`>;

/** Makes the webhook events of a change of a person. `details` follow the IDs of the person. */
export type EventsOf = (
  person: Pick<PersonDocument, '_id' | 'externalId'>,
  details?: Readonly<Record<string, unknown>>,
) => WebhookEvent[];

/** Makes no events. */
export const noEvents: EventsOf = () => [];

/**
 * The webhook events of people. They contain no addresses and no attributes: a receiver reads the person, and nothing
 * about an erased person waits in a queue.
 */
@Injectable()
export class PersonEvents {
  constructor(
    private readonly interests: WebhookInterests,
    private readonly clock: Clock,
  ) {}

  /** Makes events of a type. If no endpoint of the user wants them, makes none. */
  async of(userId: string, type: PersonEventType): Promise<EventsOf> {
    if (!(await this.interests.wants(userId, type))) return noEvents;
    const at = this.clock.now().toISOString();
    return ({ _id, externalId }, details = {}) => {
      const item = { personId: _id.toHexString(), externalId: externalId ?? null, ...details, at };
      return [{ id: newId(), type, at, campaignId: null, items: [item] }];
    };
  }
}

/** The person with events to publish, in addition to those that are not published yet. */
export function withEvents(person: PersonDocument, events: readonly WebhookEvent[]): PersonDocument {
  if (events.length === 0) return person;
  return { ...person, pendingWebhookEvents: [...(person.pendingWebhookEvents ?? []), ...events] };
}
