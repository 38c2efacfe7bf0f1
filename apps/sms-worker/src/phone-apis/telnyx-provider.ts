import { telnyxApi } from '@carillon/phone-apis/client';
import { Clock } from '@carillon/platform';
import { Inject, Injectable } from '@nestjs/common';
import { type SmsWorkerConfig, smsWorkerConfig } from '../config';
import { PhoneApiProvider } from './phone-api-provider';

/** Sends SMS messages through Telnyx. */
@Injectable()
export class TelnyxProvider extends PhoneApiProvider {
  constructor(clock: Clock, @Inject(smsWorkerConfig.token) config: SmsWorkerConfig) {
    super(telnyxApi(), clock, config);
  }
}
