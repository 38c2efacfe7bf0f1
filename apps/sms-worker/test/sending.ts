import type { OpenedIntegration, ProviderResult } from '@carillon/channel';
import type { DispatchContent, HandRecipient } from '@carillon/contracts';
import { TwilioServer, accountSid, contentBy } from '@carillon/testing';
import { TwilioClient } from '@carillon/twilio/client';
import type { SmsWorkerConfig } from '../src/config';
import { SmsProvider } from '../src/sms-provider';

export const integration = (settings: Record<string, unknown> = {}): OpenedIntegration => ({
  id: '64b7c0ffee64b7c0ffee0009',
  userId: '64b7c0ffee64b7c0ffee0002',
  version: '1',
  settings: { accountSid, from: '+15005550006', ...settings },
  secrets: { authToken: 'the token' },
});
export const content = (changes: Partial<DispatchContent> = {}): DispatchContent => contentBy('SMS', changes);

/** A provider that sends by one Twilio server. */
export class Sending {
  readonly provider: SmsProvider;

  constructor(
    url: string,
    readonly server: TwilioServer | null = null,
  ) {
    const config = { PUBLIC_URL: 'https://carillon.example.com' } as SmsWorkerConfig;
    this.provider = new SmsProvider(new TwilioClient(url, 10), config);
  }

  static async start(): Promise<Sending> {
    const server = await TwilioServer.start();
    return new Sending(server.url, server);
  }

  send(
    timeoutMs = 5_000,
    recipient: Partial<HandRecipient> = {},
    said: Partial<DispatchContent> = {},
  ): Promise<ProviderResult> {
    const by = integration();
    const to = {
      i: 7,
      address: '+15005550009',
      subscriberId: '64b7c0ffee64b7c0ffee0003',
      variables: { name: 'Zoë' },
      ...recipient,
    };
    const terms = { deliveryId: '64b7c0ffee64b7c0ffee0001-0000000002-7', timeoutMs, validForMs: 90_000 };
    return this.provider.send(to, this.provider.compile(content(said), by), by, terms);
  }

  close(): Promise<void> {
    return this.provider.close();
  }

  async end(): Promise<void> {
    await this.close();
    await this.server?.stop();
  }
}
