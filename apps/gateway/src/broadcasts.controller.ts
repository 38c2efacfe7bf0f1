import type { Payload } from '@carillon/contracts';
import { OnBroadcast } from '@carillon/messaging';
import { Controller } from '@nestjs/common';
import { KnownPrincipals } from './access/known-principals';
import { CalledBackIntegrations } from './callbacks/called-back-integrations';
import { SharedLimits } from './limits/shared-limits';

/** What every gateway hears. */
@Controller()
export class BroadcastsController {
  constructor(
    private readonly principals: KnownPrincipals,
    private readonly integrations: CalledBackIntegrations,
    private readonly limits: SharedLimits,
  ) {}

  @OnBroadcast('access.changed')
  forgetUser({ userId }: Payload<'access.changed'>): void {
    this.principals.forgetUser(userId);
  }

  @OnBroadcast('integration.changed')
  forgetIntegration({ integrationId }: Payload<'integration.changed'>): void {
    this.integrations.forget(integrationId);
  }

  @OnBroadcast('limits.used')
  hearOfUse(used: Payload<'limits.used'>): void {
    this.limits.hear(used);
  }
}
