import { Controller } from '@nestjs/common';
import type { Payload } from '@carillon/contracts';
import { OnEvent } from '@carillon/messaging';
import { PauseDispatch } from './pause-dispatch';
import { ResumeDispatch } from './resume-dispatch';
import { cancel } from './steer';
import { StopDispatch } from './stop-dispatch';

/** What is decided about a campaign that was published. */
@Controller()
export class SteeringController {
  constructor(
    private readonly pauseDispatch: PauseDispatch,
    private readonly resumeDispatch: ResumeDispatch,
    private readonly stopDispatch: StopDispatch,
  ) {}

  @OnEvent('campaign.paused')
  paused(change: Payload<'campaign.paused'>): Promise<void> {
    return this.pauseDispatch.execute(change);
  }

  @OnEvent('campaign.resumed')
  resumed(change: Payload<'campaign.resumed'>): Promise<void> {
    return this.resumeDispatch.execute(change);
  }

  @OnEvent('campaign.cancelled')
  cancelled(change: Payload<'campaign.cancelled'>): Promise<void> {
    return this.stopDispatch.execute(change, cancel);
  }
}
