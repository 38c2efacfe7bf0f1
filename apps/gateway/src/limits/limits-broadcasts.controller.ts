import type { Payload } from '@carillon/contracts';
import { OnBroadcast } from '@carillon/messaging';
import { Controller } from '@nestjs/common';
import { SharedLimits } from './shared-limits';

@Controller()
export class LimitsBroadcastsController {
  constructor(private readonly limits: SharedLimits) {}

  @OnBroadcast('limits.used')
  hear(used: Payload<'limits.used'>): void {
    this.limits.hear(used);
  }
}
