import { Inject, Injectable } from '@nestjs/common';
import type { LeasedRecipient } from '@carillon/contracts';
import { Logger, Metrics } from '@carillon/platform';
import { type OpenedIntegration, Provider, type ProviderResult, type SendTerms } from './provider';
import { CHANNEL_SETTINGS, type ChannelSettings } from './settings';

const SECONDS = [0.005, 0.02, 0.1, 0.5, 2, 10, 60];

/** What all recipients share, and who sends it. */
export interface PreparedMessage {
  message: unknown;
  integration: OpenedIntegration;
}

/** Passes one message to the provider, and counts how sends ended and how long they took. */
@Injectable()
export class SendMessage {
  private readonly results;
  private readonly durations;

  constructor(
    private readonly provider: Provider,
    @Inject(CHANNEL_SETTINGS) private readonly settings: ChannelSettings,
    metrics: Metrics,
    private readonly log: Logger,
  ) {
    this.results = metrics.counter('carillon_sends_total', 'Answers of providers', [
      'channel',
      'kind',
      'reason',
    ] as const);
    this.durations = metrics.histogram('carillon_send_seconds', 'Time to the provider’s answer', SECONDS, [
      'channel',
    ] as const);
  }

  /** A provider does not throw; if one does, what became of the message cannot be known. */
  async execute(
    recipient: LeasedRecipient,
    { message, integration }: PreparedMessage,
    terms: SendTerms,
  ): Promise<ProviderResult> {
    const done = this.started();
    try {
      return done(await this.provider.send(recipient, message, integration, terms));
    } catch (error) {
      this.log.error({ err: error, position: recipient.i }, 'a provider failed in an unknown way');
      return done({ kind: 'unknown', reason: 'WORKER_ERROR', code: null });
    }
  }

  /** The same of a message that is no part of a lease. */
  async alone(
    recipient: LeasedRecipient,
    prepared: PreparedMessage,
    terms: SendTerms,
  ): Promise<ProviderResult> {
    const end = this.provider.begin(prepared.message, 1);
    try {
      return await this.execute(recipient, prepared, terms);
    } finally {
      await end();
    }
  }

  /** Counts a result when it is there and passes it on. */
  private started(): (result: ProviderResult) => ProviderResult {
    const { channel } = this.settings;
    const from = performance.now();
    return (result) => {
      const reason = result.kind === 'sent' ? '' : result.reason;
      this.results.inc({ channel, kind: result.kind, reason });
      this.durations.observe({ channel }, (performance.now() - from) / 1_000);
      return result;
    };
  }
}
