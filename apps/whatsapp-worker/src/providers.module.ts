import type { ProviderTypes } from '@carillon/channel';
import { TwilioClient } from '@carillon/twilio/client';
import { Module } from '@nestjs/common';
import { type WhatsappWorkerConfig, whatsappWorkerConfig } from './config';
import { HttpWhatsappProvider } from './http/http-provider';
import { TwilioProvider } from './twilio/twilio-provider';

/**
 * The providers of WhatsApp. To add a provider, add a folder and a row here. Its settings are in the table of channels.
 */
export const whatsappProviders: ProviderTypes<'WHATSAPP'> = {
  TWILIO: TwilioProvider,
  HTTP: HttpWhatsappProvider,
};

@Module({
  providers: [
    TwilioProvider,
    HttpWhatsappProvider,
    {
      provide: TwilioClient,
      inject: [whatsappWorkerConfig.token],
      useFactory: ({ TWILIO_API_URL, WHATSAPP_LEASES, WHATSAPP_CONCURRENCY }: WhatsappWorkerConfig) =>
        new TwilioClient(TWILIO_API_URL, WHATSAPP_LEASES * WHATSAPP_CONCURRENCY),
    },
  ],
  exports: [TwilioProvider, HttpWhatsappProvider],
})
export class WhatsappProvidersModule {}
