import { Module } from '@nestjs/common';
import { TwilioClient } from '@carillon/twilio/client';
import { type WhatsappWorkerConfig, whatsappWorkerConfig } from './config';
import { WhatsappProvider } from './whatsapp-provider';

/** Provides the WhatsApp provider. */
@Module({
  providers: [
    WhatsappProvider,
    {
      provide: TwilioClient,
      inject: [whatsappWorkerConfig.token],
      useFactory: ({ TWILIO_API_URL, WHATSAPP_LEASES, WHATSAPP_CONCURRENCY }: WhatsappWorkerConfig) =>
        new TwilioClient(TWILIO_API_URL, WHATSAPP_LEASES * WHATSAPP_CONCURRENCY),
    },
  ],
  exports: [WhatsappProvider],
})
export class WhatsappModule {}
