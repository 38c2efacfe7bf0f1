import { Inject, Injectable } from '@nestjs/common';
import type { HandRecipient } from '@carillon/contracts';
import { Logger } from '@carillon/platform';
import { type OpenedIntegration, Provider, type ProviderResult, type SendTerms } from './provider';
import { SendMetrics } from './send-metrics';
import { CHANNEL_SETTINGS, type ChannelSettings } from './settings';

/** What all recipients share, and who sends it. */
export interface PreparedMessage {
  message: unknown;
  integration: OpenedIntegration;
}

/** Hands one message to the provider. */
@Injectable()
export class SendMessage {
  constructor(
    private readonly provider: Provider,
    @Inject(CHANNEL_SETTINGS) private readonly settings: ChannelSettings,
    private readonly metrics: SendMetrics,
    private readonly log: Logger,
  ) {}

  /** A provider does not throw; if one does, what became of the message cannot be known. */
  async execute(
    recipient: HandRecipient,
    { message, integration }: PreparedMessage,
    terms: SendTerms,
  ): Promise<ProviderResult> {
    const done = this.metrics.started(this.settings.channel);
    try {
      return done(await this.provider.send(recipient, message, integration, terms));
    } catch (error) {
      this.log.error({ err: error, position: recipient.i }, 'a provider failed in an unknown way');
      return done({ kind: 'unknown', reason: 'WORKER_ERROR', code: null });
    }
  }

  /** The same of a message that is no part of a hand. */
  async alone(
    recipient: HandRecipient,
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
}
