import { vonageApi } from '@carillon/phone-apis/client';
import { Clock } from '@carillon/platform';
import { Inject, Injectable } from '@nestjs/common';
import { type SmsWorkerConfig, smsWorkerConfig } from '../config';
import { PhoneApiProvider } from './phone-api-provider';

/** Sends SMS messages through Vonage. */
@Injectable()
export class VonageProvider extends PhoneApiProvider {
  constructor(clock: Clock, @Inject(smsWorkerConfig.token) config: SmsWorkerConfig) {
    super(vonageApi(), clock, config);
  }
}
