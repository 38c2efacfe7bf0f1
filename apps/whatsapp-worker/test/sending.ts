import type { ProviderResult } from '@carillon/channel';
import { TwilioSending, TwilioServer } from '@carillon/testing/providers';
import { TwilioClient } from '@carillon/twilio/client';
import type { WhatsappWorkerConfig } from '../src/config';
import { TwilioProvider } from '../src/twilio/twilio-provider';

/** The provider with one Twilio server. */
export class Sending extends TwilioSending<ProviderResult> {
  constructor(url: string, server: TwilioServer | null = null) {
    const config = {
      PUBLIC_URL: 'https://carillon.example.com',
      TWILIO_API_URL: url,
    } as WhatsappWorkerConfig;
    super('WHATSAPP', new TwilioProvider(new TwilioClient(url, 10), config), server);
  }

  static async start(): Promise<Sending> {
    const server = await TwilioServer.start();
    return new Sending(server.url, server);
  }
}
