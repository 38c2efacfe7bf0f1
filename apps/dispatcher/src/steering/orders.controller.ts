import { Controller } from '@nestjs/common';
import type { Payload } from '@carillon/contracts';
import { OnEvent } from '@carillon/messaging';
import { OpenDispatch } from './open-dispatch';
import { RetryDispatch } from './retry-dispatch';
import { remove } from './steer';
import { StopDispatch } from './stop-dispatch';

/** A campaign's beginnings, and its end. */
@Controller()
export class OrdersController {
  constructor(
    private readonly openDispatch: OpenDispatch,
    private readonly retryDispatch: RetryDispatch,
    private readonly stopDispatch: StopDispatch,
  ) {}

  @OnEvent('campaign.published')
  published(order: Payload<'campaign.published'>): Promise<void> {
    return this.openDispatch.execute(order);
  }

  @OnEvent('campaign.retried')
  retried(order: Payload<'campaign.retried'>): Promise<void> {
    return this.retryDispatch.execute(order);
  }

  @OnEvent('campaign.deleted')
  deleted(stop: Payload<'campaign.deleted'>): Promise<void> {
    return this.stopDispatch.execute(stop, remove);
  }
}
