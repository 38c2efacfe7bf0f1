import { concurrencyVariable, leasesVariable, workerVariables } from '@carillon/channel';
import { httpVariables } from '@carillon/http-sender';
import { type ConfigOf, defineConfig, publicUrl } from '@carillon/platform';
import { twilioApiUrl } from '@carillon/twilio/client';

/** The SMS worker's environment variables, in addition to the platform's. */
export const smsWorkerConfig = defineConfig('sms-worker', {
  ...workerVariables,
  ...httpVariables,
  PUBLIC_URL: publicUrl,
  TWILIO_API_URL: twilioApiUrl,
  SMS_LEASES: leasesVariable('SMS'),
  SMS_CONCURRENCY: concurrencyVariable('SMS'),
});
export type SmsWorkerConfig = ConfigOf<typeof smsWorkerConfig>;
