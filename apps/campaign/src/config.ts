import { type ConfigOf, defineConfig } from '@carillon/platform';
import { Type } from '@sinclair/typebox';

export const campaignConfig = defineConfig('campaign', {
  OUTBOX_SWEEP_MS: Type.Integer({
    default: 1_000,
    minimum: 10,
    description:
      'interval of the search for events that were not published because of a crash or an outage (milliseconds)',
  }),
  PAUSED_DAYS: Type.Integer({
    default: 90,
    minimum: 1,
    description:
      'the time after which a paused campaign is canceled, so that its deliveries are not stored forever (days)',
  }),
  SCHEDULE_SWEEP_MS: Type.Integer({
    default: 1_000,
    minimum: 10,
    description: 'interval of the search for scheduled campaigns that are due (milliseconds)',
  }),
});
export type CampaignConfig = ConfigOf<typeof campaignConfig>;
