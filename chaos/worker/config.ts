import { Type } from '@sinclair/typebox';
import { handsVariable, workerVariables } from '@carillon/channel';
import { type ConfigOf, defineConfig } from '@carillon/platform';

export const chaosWorkerConfig = defineConfig('sms-worker', {
  ...workerVariables,
  SMS_HANDS: handsVariable('SMS'),
  CHAOS_PROVIDER_URL: Type.String({ description: 'where the recording provider takes messages' }),
});
export type ChaosWorkerConfig = ConfigOf<typeof chaosWorkerConfig>;
