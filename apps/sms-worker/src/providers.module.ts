import { Module } from '@nestjs/common';
import { TwilioClient } from '@carillon/twilio/client';
import { type SmsWorkerConfig, smsWorkerConfig } from './config';
import { SmsProvider } from './sms-provider';

/** Provides the SMS provider. */
@Module({
  providers: [
    SmsProvider,
    {
      provide: TwilioClient,
      inject: [smsWorkerConfig.token],
      useFactory: ({ TWILIO_API_URL, SMS_LEASES, SMS_CONCURRENCY }: SmsWorkerConfig) =>
        new TwilioClient(TWILIO_API_URL, SMS_LEASES * SMS_CONCURRENCY),
    },
  ],
  exports: [SmsProvider],
})
export class SmsModule {}
