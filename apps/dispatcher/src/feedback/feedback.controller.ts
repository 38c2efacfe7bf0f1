import { Controller } from '@nestjs/common';
import type { Payload } from '@carillon/contracts';
import { OnEvent } from '@carillon/messaging';
import { GatherReports } from './gather-reports';
import { GatherReturned } from './gather-returned';

/** Receives the delivery reports, bounces, and complaints that the gateway and the bounce receivers publish. */
@Controller()
export class FeedbackController {
  constructor(
    private readonly gatherReports: GatherReports,
    private readonly gatherReturned: GatherReturned,
  ) {}

  @OnEvent('delivery.reported')
  reported(report: Payload<'delivery.reported'>): Promise<void> {
    return this.gatherReports.record(report);
  }

  @OnEvent('delivery.returned')
  returned(returned: Payload<'delivery.returned'>): Promise<void> {
    return this.gatherReturned.record(returned);
  }
}
