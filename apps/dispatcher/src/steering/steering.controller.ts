import { Controller } from '@nestjs/common';
import type { Payload } from '@carillon/contracts';
import { OnEvent } from '@carillon/messaging';
import { CancelDispatch } from './cancel-dispatch';
import { PauseDispatch } from './pause-dispatch';
import { ResumeDispatch } from './resume-dispatch';

/** What is decided about a campaign that was published. */
@Controller()
export class SteeringController {
  constructor(
    private readonly pauseDispatch: PauseDispatch,
    private readonly resumeDispatch: ResumeDispatch,
    private readonly cancelDispatch: CancelDispatch,
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
    return this.cancelDispatch.execute(change);
  }
}
