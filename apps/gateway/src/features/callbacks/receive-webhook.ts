import type { FeedbackSource, WebhookProvider } from '@carillon/contracts';
import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { CheckCallback, type Webhook } from './check-callback';
import { ReceiveCallbacks } from './receive-callbacks';

/** Receives the webhooks of every provider: verifies them, and publishes their events. */
@Injectable()
export class ReceiveWebhook {
  constructor(
    private readonly checkCallback: CheckCallback,
    private readonly receiveCallbacks: ReceiveCallbacks,
  ) {}

  /**
   * Resolves when the broker has stored all events. A webhook that could not be stored is accepted again.
   * @throws AppError invalid_signature; rate_limited; malformed_json; service_unavailable if it can't be verified or
   * stored now
   */
  async receive(
    source: FeedbackSource<WebhookProvider>,
    senderId: string,
    request: FastifyRequest,
  ): Promise<void> {
    let webhook: Webhook | undefined;
    try {
      webhook = await this.checkCallback.webhook(source, senderId, request);
      await this.receiveCallbacks.receiveFeedback(source, webhook);
    } catch (error) {
      webhook?.takeBack();
      this.checkCallback.failed(source, error);
      throw error;
    }
  }
}
