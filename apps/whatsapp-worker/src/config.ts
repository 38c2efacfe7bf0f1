import { concurrencyVariable, leasesVariable, workerVariables } from '@carillon/channel';
import { httpVariables } from '@carillon/http-sender';
import { type ConfigOf, defineConfig, publicUrl } from '@carillon/platform';
import { twilioApiUrl } from '@carillon/twilio/client';

/** The WhatsApp worker's environment variables, in addition to the platform's. */
export const whatsappWorkerConfig = defineConfig('whatsapp-worker', {
  ...workerVariables,
  ...httpVariables,
  PUBLIC_URL: publicUrl,
  TWILIO_API_URL: twilioApiUrl,
  WHATSAPP_LEASES: leasesVariable('WHATSAPP'),
  WHATSAPP_CONCURRENCY: concurrencyVariable('WHATSAPP'),
});
export type WhatsappWorkerConfig = ConfigOf<typeof whatsappWorkerConfig>;
