import { Injectable } from '@nestjs/common';
import type { IntegrationCheck, OpenIntegration } from '@carillon/contracts';
import { Clock } from '@carillon/platform';
import { Provider, UnusableIntegration, type Verdict } from '../provider';
import { OpenIntegrations } from './open-integrations';

/** Tries of credentials, on demand and before they are used. */
@Injectable()
export class IntegrationChecks {
  constructor(
    private readonly integrations: OpenIntegrations,
    private readonly provider: Provider,
    private readonly clock: Clock,
  ) {}

  /** A provider that refuses is an answer, not an error. The user is not told to a check: their place has the integration's id. */
  async execute(integration: OpenIntegration, address: string | null): Promise<IntegrationCheck> {
    const verdict = await this.judge(integration, address);
    return { ...verdict, checkedAt: this.clock.now().toISOString() };
  }

  private async judge(integration: OpenIntegration, address: string | null): Promise<Verdict> {
    try {
      return await this.provider.tryOut(this.integrations.open(integration.id, integration), address);
    } catch (error) {
      if (!(error instanceof UnusableIntegration)) throw error;
      return { ok: false, reason: error.reason, providerCode: null, detail: error.detail };
    }
  }
}
