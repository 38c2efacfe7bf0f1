import { Inject, Injectable } from '@nestjs/common';
import { type OpenedIntegration, Provider, type ProviderResult, type SendTerms } from '@carillon/channel';
import type { DispatchContent, HandRecipient } from '@carillon/contracts';
import { type ChaosWorkerConfig, chaosWorkerConfig } from './config';
import { DEADLY } from './deadly';

/** SMS by the recording provider, which must never be asked twice for one message. */
@Injectable()
export class RecordedProvider extends Provider<string> {
  private readonly closing = new AbortController();

  constructor(@Inject(chaosWorkerConfig.token) private readonly config: ChaosWorkerConfig) {
    super();
  }

  override compile({ campaignId }: DispatchContent): string {
    return campaignId;
  }

  override async send(
    { address }: HandRecipient,
    campaign: string,
    _integration: OpenedIntegration,
    { timeoutMs, deliveryId }: SendTerms,
  ): Promise<ProviderResult> {
    try {
      const answer = await fetch(this.config.CHAOS_PROVIDER_URL, {
        method: 'POST',
        body: JSON.stringify({ channel: 'SMS', campaign, address, deliveryId }),
        signal: AbortSignal.any([this.closing.signal, AbortSignal.timeout(timeoutMs)]),
      });
      const { id } = (await answer.json()) as { id?: string };
      if (answer.status === DEADLY) process.kill(process.pid, 'SIGKILL');
      return resultOf(answer.status, id);
    } catch (error) {
      return isRefusedConnection(error)
        ? { kind: 'providerDown', reason: 'CONNECTION_REFUSED', code: null, detail: null }
        : { kind: 'unknown', reason: 'NO_ANSWER', code: null };
    }
  }

  override close(): Promise<void> {
    this.closing.abort();
    return Promise.resolve();
  }
}

function resultOf(status: number, id: string | undefined): ProviderResult {
  const code = String(status);
  if (status === 429)
    return { kind: 'throttled', scope: 'recipient', reason: 'SLOW_DOWN', retryAfterMs: 2_000, code };
  if (status >= 500) return { kind: 'unknown', reason: 'PROVIDER_ERROR', code };
  if (status >= 400) return { kind: 'failed', reason: 'REFUSED', permanent: true, code };
  return id === undefined ? { kind: 'sent' } : { kind: 'sent', providerId: id };
}

/** Nothing was sent then. */
function isRefusedConnection(error: unknown): boolean {
  return error instanceof Error && (error.cause as { code?: unknown } | undefined)?.code === 'ECONNREFUSED';
}
