import { Controller } from '@nestjs/common';
import type { Payload, Reply } from '@carillon/contracts';
import { Command, OnEvent } from '@carillon/messaging';
import { SteerDispatch } from './steer-dispatch';

@Controller()
export class SteeringController {
  constructor(private readonly steerDispatch: SteerDispatch) {}

  @OnEvent('campaign.paused')
  paused(change: Payload<'campaign.paused'>): Promise<void> {
    return this.steerDispatch.pause(change);
  }

  @OnEvent('campaign.resumed')
  resumed(change: Payload<'campaign.resumed'>): Promise<void> {
    return this.steerDispatch.resume(change);
  }

  @OnEvent('campaign.cancelled')
  cancelled(change: Payload<'campaign.cancelled'>): Promise<void> {
    return this.steerDispatch.cancel(change);
  }

  @OnEvent('campaign.retried')
  retried(change: Payload<'campaign.retried'>): Promise<void> {
    return this.steerDispatch.retry(change);
  }

  @Command('dispatch.retryable')
  retryable(_query: Payload<'dispatch.retryable'>): Promise<Reply<'dispatch.retryable'>> {
    return Promise.resolve({ count: 0 });
  }
}
