import { Injectable } from '@nestjs/common';
import type { BatchSettled, Outcome } from '@carillon/contracts';
import { DatabaseClock } from '../database-clock';
import type { Batch } from '../ledger/batch';
import { Breakers, isPermanentFailure } from './breakers';

/** Learns from what a worker reports whether an integration can be used. Costs nothing while it can. */
@Injectable()
export class JudgeIntegration {
  constructor(
    private readonly breakers: Breakers,
    private readonly clock: DatabaseClock,
  ) {}

  /** `batch`: as it was before the report was worked in. Nothing is kept waiting for what does not come back. */
  async execute(report: BatchSettled, { id, integration, channel, lease }: Batch): Promise<void> {
    if (integration === null) return;
    const { providerDown } = report;
    const probed = lease?.probe === true && lease.fence === report.fence;
    const permanentFailure = providerDown !== null && isPermanentFailure(integration, providerDown);
    if (providerDown && !permanentFailure) {
      const now = await this.clock.now();
      if (probed) await this.breakers.prolong(integration, id, providerDown, now);
      else await this.breakers.open(integration, channel, providerDown, now);
    } else if (probed && (permanentFailure || isServed(report))) await this.breakers.close(integration);
  }
}

/**
 * Whether the provider has dealt with anybody: taken a message, or said itself why it does not. Silence proves nothing,
 * nor does a connection that was lost, nor a provider that throttles.
 */
function isServed({ sent, outcomes }: BatchSettled): boolean {
  const deals = ({ kind, permanent, providerCode }: Outcome): boolean =>
    kind === 'sent' || (kind === 'failed' && (permanent || providerCode !== null));
  return sent.length > 0 || outcomes.some(deals);
}
