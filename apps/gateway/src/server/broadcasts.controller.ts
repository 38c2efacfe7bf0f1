import type { Payload } from '@carillon/contracts';
import { OnBroadcast } from '@carillon/messaging';
import { Controller } from '@nestjs/common';
import { PrincipalCache } from '../security/principal-cache';
import { SharedLimits } from '../http/rate-limits/shared-limits';

/** Receives the broadcasts to every gateway. */
@Controller()
export class BroadcastsController {
  constructor(
    private readonly principals: PrincipalCache,
    private readonly limits: SharedLimits,
  ) {}

  @OnBroadcast('access.changed')
  forgetUser({ userId }: Payload<'access.changed'>): void {
    this.principals.forgetUser(userId);
  }

  @OnBroadcast('operator-keys.changed')
  forgetOperators(): void {
    this.principals.forgetOperators();
  }

  @OnBroadcast('limits.used')
  hearOfUse(used: Payload<'limits.used'>): void {
    this.limits.receive(used);
  }
}
