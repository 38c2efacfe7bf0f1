import { Controller } from '@nestjs/common';
import type { Payload } from '@carillon/contracts';
import { OnEvent } from '@carillon/messaging';
import { cancel, remove } from '../dispatch';
import { DispatchLifecycle } from './lifecycle';

/** Receives the lifecycle events of campaigns. */
@Controller()
export class CampaignEventsController {
  constructor(private readonly lifecycle: DispatchLifecycle) {}

  @OnEvent('campaign.published')
  published(order: Payload<'campaign.published'>): Promise<void> {
    return this.lifecycle.open(order);
  }

  @OnEvent('campaign.published-to-audience')
  publishedToAudience(order: Payload<'campaign.published-to-audience'>): Promise<void> {
    return this.lifecycle.open(order);
  }

  @OnEvent('campaign.published-in-liquid')
  publishedInLiquid(order: Payload<'campaign.published-in-liquid'>): Promise<void> {
    return this.lifecycle.open(order);
  }

  @OnEvent('campaign.published-with-attachments')
  publishedWithAttachments(order: Payload<'campaign.published-with-attachments'>): Promise<void> {
    return this.lifecycle.open(order);
  }

  @OnEvent('campaign.published-with-translations')
  publishedWithTranslations(order: Payload<'campaign.published-with-translations'>): Promise<void> {
    return this.lifecycle.open(order);
  }

  @OnEvent('campaign.paused')
  paused(change: Payload<'campaign.paused'>): Promise<void> {
    return this.lifecycle.pause(change);
  }

  @OnEvent('campaign.resumed')
  resumed(change: Payload<'campaign.resumed'>): Promise<void> {
    return this.lifecycle.resume(change);
  }

  @OnEvent('campaign.retried')
  retried(order: Payload<'campaign.retried'>): Promise<void> {
    return this.lifecycle.retry(order);
  }

  @OnEvent('campaign.cancelled')
  cancelled(change: Payload<'campaign.cancelled'>): Promise<void> {
    return this.lifecycle.stop(change, cancel);
  }

  @OnEvent('campaign.deleted')
  deleted(change: Payload<'campaign.deleted'>): Promise<void> {
    return this.lifecycle.stop(change, remove);
  }
}
