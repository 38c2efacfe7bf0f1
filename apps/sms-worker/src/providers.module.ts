import type { ProviderTypes } from '@carillon/channel';
import { TwilioClient } from '@carillon/twilio/client';
import { Module } from '@nestjs/common';
import { type SmsWorkerConfig, smsWorkerConfig } from './config';
import { HttpSmsProvider } from './http/http-provider';
import { TelnyxProvider } from './phone-apis/telnyx-provider';
import { VonageProvider } from './phone-apis/vonage-provider';
import { TwilioProvider } from './twilio/twilio-provider';

/** The providers of SMS. To add a provider, add a folder and a row here. Its settings are in the table of channels. */
export const smsProviders: ProviderTypes<'SMS'> = {
  TWILIO: TwilioProvider,
  VONAGE: VonageProvider,
  TELNYX: TelnyxProvider,
  HTTP: HttpSmsProvider,
};

const types = Object.values(smsProviders);

@Module({
  providers: [
    ...types,
    {
      provide: TwilioClient,
      inject: [smsWorkerConfig.token],
      useFactory: ({ TWILIO_API_URL, SMS_LEASES, SMS_CONCURRENCY }: SmsWorkerConfig) =>
        new TwilioClient(TWILIO_API_URL, SMS_LEASES * SMS_CONCURRENCY),
    },
  ],
  exports: types,
})
export class SmsProvidersModule {}
