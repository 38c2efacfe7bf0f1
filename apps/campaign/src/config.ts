import { type ConfigOf, defineConfig } from '@carillon/platform';
import { Type } from '@sinclair/typebox';

export const campaignConfig = defineConfig('campaign', {
  OUTBOX_SWEEP_MS: Type.Integer({
    default: 1_000,
    minimum: 10,
    description: 'Milliseconds between two looks for events that a crash or an outage left unannounced',
  }),
  PAUSED_DAYS: Type.Integer({
    default: 90,
    minimum: 1,
    description:
      'days after which a paused campaign is cancelled, so that its deliveries are not kept for ever',
  }),
  SCHEDULE_SWEEP_MS: Type.Integer({
    default: 1_000,
    minimum: 10,
    description: 'Milliseconds between two looks for scheduled campaigns that are due',
  }),
});
export type CampaignConfig = ConfigOf<typeof campaignConfig>;
