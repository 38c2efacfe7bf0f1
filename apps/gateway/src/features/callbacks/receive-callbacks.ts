import { parseAddress } from '@carillon/address';
import {
  AppError,
  type Payload,
  type ProviderCallbacks,
  type StatusReport,
  readDeliveryId,
} from '@carillon/contracts';
import { readWord } from '@carillon/input';
import { Messenger } from '@carillon/messaging';
import { Clock } from '@carillon/platform';
import { Injectable } from '@nestjs/common';
import type { Callback } from './check-callback';

/** Publishes what providers report; other services handle it. */
@Injectable()
export class ReceiveCallbacks {
  constructor(
    private readonly messenger: Messenger,
    private readonly clock: Clock,
  ) {}

  /**
   * Publishes the status of a message, and that the recipient wants no more messages. A status without meaning, or of
   * an unknown delivery, gets the same answer.
   * @throws AppError service_unavailable if the broker is unavailable
   */
  async receiveStatus(provider: ProviderCallbacks, callback: Callback): Promise<void> {
    const report = provider.status(callback.fields);
    if (!report) return;
    const { providerId, refusal, ...said } = report;
    const at = this.clock.now().toISOString();
    // The suppression first: when this is told again, it does no harm.
    if (refusal) await this.refuse(callback.userId, refusal, at);
    const { integrationId, query } = callback;
    const deliveryId = query.get('delivery') ?? '';
    if (providerId === null || !readDeliveryId(deliveryId)) return;
    await this.messenger.publish('delivery.reported', { deliveryId, integrationId, providerId, ...said, at });
  }

  /**
   * What a person wrote back. Returns the text that answers a HELP, or null. What did not come from an address that can be written to has nobody to be answered for.
   * @throws AppError service_unavailable: the broker is away
   */
  async receiveMessage(
    provider: ProviderCallbacks,
    { userId, integrationId, fields }: Callback,
  ): Promise<string | null> {
    const message = provider.inbound(fields);
    if (!message) return null;
    const from = parseAddress(message.channel, message.address);
    if (!from.ok) return null;
    const at = this.clock.now().toISOString();
    const { address } = from;
    await this.messenger.publish('message.received', { userId, integrationId, ...message, address, at });
    if (readWord(message.body) !== 'HELP') return null;
    const { channel, providerId } = message;
    return this.help({ userId, channel, address, providerId });
  }

  /** A suspended account sends nothing. The message is stored by now: without an answer to HELP, it is still received. */
  private async help(asked: Payload<'message.help'>): Promise<string | null> {
    try {
      const { status } = await this.messenger.request('user.get', { id: asked.userId });
      if (status !== 'ACTIVE') return null;
      return (await this.messenger.request('message.help', asked)).text;
    } catch (error) {
      if (error instanceof AppError) return null;
      throw error;
    }
  }

  private async refuse(
    userId: string,
    { channel, address, cause, sender }: NonNullable<StatusReport['refusal']>,
    at: string,
  ): Promise<void> {
    const parsed = parseAddress(channel, address);
    if (!parsed.ok) return;
    const told = { userId, channel, addresses: [parsed.address], cause, sender, at };
    await this.messenger.publish('address.refused', told);
  }
}
