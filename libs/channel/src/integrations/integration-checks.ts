import { Injectable } from '@nestjs/common';
import type { IntegrationCheck, OpenIntegration } from '@carillon/contracts';
import { Clock } from '@carillon/platform';
import { type OpenedIntegration, UnusableIntegration } from '../provider';
import { OpenIntegrations } from './open-integrations';

/** What a provider said to a try. */
export type Verdict = Omit<IntegrationCheck, 'checkedAt'>;

/** Tries of credentials, on demand and before they are used. */
@Injectable()
export class IntegrationChecks {
  constructor(
    private readonly integrations: OpenIntegrations,
    private readonly clock: Clock,
  ) {}

  /**
   * A provider that refuses is an answer, not an error. The user is not told to a check: `tryOut` gets the integration's id
   * in their place.
   */
  async execute(
    integration: OpenIntegration,
    tryOut: (opened: OpenedIntegration) => Promise<Verdict>,
  ): Promise<IntegrationCheck> {
    const verdict = await this.judge(integration, tryOut);
    return { ...verdict, checkedAt: this.clock.now().toISOString() };
  }

  private async judge(
    integration: OpenIntegration,
    tryOut: (opened: OpenedIntegration) => Promise<Verdict>,
  ): Promise<Verdict> {
    try {
      return await tryOut(this.integrations.open(integration.id, integration));
    } catch (error) {
      if (!(error instanceof UnusableIntegration)) throw error;
      return { ok: false, reason: error.reason, providerCode: null, detail: error.detail };
    }
  }
}
