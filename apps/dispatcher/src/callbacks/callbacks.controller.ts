import { Controller } from '@nestjs/common';
import type { Payload } from '@carillon/contracts';
import { OnEvent } from '@carillon/messaging';
import { GatherReports } from './gather-reports';

@Controller()
export class CallbacksController {
  constructor(private readonly gatherReports: GatherReports) {}

  @OnEvent('delivery.reported')
  reported(report: Payload<'delivery.reported'>): Promise<void> {
    return this.gatherReports.execute(report);
  }
}
