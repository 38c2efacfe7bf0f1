import type { ProviderTypes } from '@carillon/channel';
import { TwilioClient } from '@carillon/twilio/client';
import { Module } from '@nestjs/common';
import { type WhatsappWorkerConfig, whatsappWorkerConfig } from './config';
import { HttpWhatsappProvider } from './http/http-provider';
import { MetaProvider } from './meta/meta-provider';
import { TwilioProvider } from './twilio/twilio-provider';

/**
 * The providers of WhatsApp. To add a provider, add a folder and a row here. Its settings are in the table of channels.
 */
export const whatsappProviders: ProviderTypes<'WHATSAPP'> = {
  TWILIO: TwilioProvider,
  META: MetaProvider,
  HTTP: HttpWhatsappProvider,
};

const types = Object.values(whatsappProviders);

@Module({
  providers: [
    ...types,
    {
      provide: TwilioClient,
      inject: [whatsappWorkerConfig.token],
      useFactory: ({ TWILIO_API_URL, WHATSAPP_LEASES, WHATSAPP_CONCURRENCY }: WhatsappWorkerConfig) =>
        new TwilioClient(TWILIO_API_URL, WHATSAPP_LEASES * WHATSAPP_CONCURRENCY),
    },
  ],
  exports: types,
})
export class WhatsappProvidersModule {}
