import { type WebhookEvent, type WebhookEventType, newId } from '@carillon/contracts';
import { Clock } from '@carillon/platform';
import { WebhookInterests } from '@carillon/webhooks';
import { Injectable } from '@nestjs/common';
import type { AttributeNameDocument } from './attribute-names';

type AttributeEventType = Extract<WebhookEventType, `attribute.${string}`>;

/** The webhook events of attributes: one for a change, regardless of how many people have the attribute. */
@Injectable()
export class AttributeEvents {
  constructor(
    private readonly interests: WebhookInterests,
    private readonly clock: Clock,
  ) {}

  /** The attribute as it is now. `previousName`: the name before it was renamed. */
  updated(
    {
      userId,
      name,
      type = null,
      label = null,
    }: Pick<AttributeNameDocument, 'userId' | 'name'> & {
      type?: AttributeNameDocument['type'] | null;
      label?: string | null | undefined;
    },
    previousName: string | null = null,
  ): Promise<WebhookEvent[]> {
    return this.of(userId.toHexString(), 'attribute.updated', { name, previousName, type, label });
  }

  deleted({ userId, name }: Pick<AttributeNameDocument, 'userId' | 'name'>): Promise<WebhookEvent[]> {
    return this.of(userId.toHexString(), 'attribute.deleted', { name });
  }

  /** If no endpoint of the user wants the event, none. */
  private async of(
    userId: string,
    type: AttributeEventType,
    item: Record<string, unknown>,
  ): Promise<WebhookEvent[]> {
    if (!(await this.interests.wants(userId, type))) return [];
    const at = this.clock.now().toISOString();
    return [{ id: newId(), type, at, campaignId: null, items: [{ ...item, at }] }];
  }
}
