import { text } from '../api/json';
import { pathOf } from '../api/request';
import { Unwell } from '../failures';
import type { Session } from '../session';
import { verb, yesOption } from '../words/command';
import { dataJsonOption, dataOption, extraData } from '../words/extra-data';
import { channel, collected, someOf, wholeNumber } from '../words/values';
import { AT, LATENESS } from './draft-campaign';
import { watch } from './watch-campaign';

const ID = '6560f0a1b2c3d4e5f6a7b8c9';

export const publishCampaign = (session: Session) =>
  verb('publish', 'sends a draft', `campaigns publish ${ID} --watch`)
    .argument('<campaign>', 'its id')
    .option('--watch', 'shows how it goes until it is sent')
    .action(async (campaignId, { watch: isWatched }) => {
      const published = await session.user.post('/campaigns/publish', { campaignId });
      if (isWatched) return watch(session, text(published, '_id'));
      await session.output.one(published);
    });

export const scheduleCampaign = ({ user, output }: Session) =>
  verb('schedule', 'has a draft sent at a time', `campaigns schedule ${ID} --at 2026-12-24T18:00:00+01:00`)
    .argument('<campaign>', 'its id')
    .requiredOption('--at <time>', AT)
    .option('--max-lateness <seconds>', LATENESS, wholeNumber)
    .action(async (campaignId, { at, maxLateness }) =>
      output.one(await user.post('/campaigns/publish', { campaignId, scheduledAt: at, maxLateness })),
    );

/** What the API takes without any fields. */
export const steerCampaign = ({ user, output }: Session, step: string, description: string) =>
  verb(step, description, `campaigns ${step} ${ID}`)
    .argument('<campaign>', 'its id')
    .action(async (id) => output.one(await user.post(pathOf`/campaigns/${id}/${step}`)));

export const cancelCampaign = (session: Session) =>
  verb('cancel', 'ends a campaign for good: whoever was not reached will not be', `campaigns cancel ${ID}`)
    .argument('<campaign>', 'its id')
    .addOption(yesOption())
    .action(async (id, { yes }) => {
      await session.confirm('Cancel this campaign for good?', yes);
      await session.output.one(await session.user.post(pathOf`/campaigns/${id}/cancel`));
    });

export const retryCampaign = (session: Session) =>
  verb(
    'retry',
    'sends a campaign once more to those it did not reach',
    `campaigns retry ${ID} --watch`,
    `campaigns retry ${ID} --states unconfirmed --channels sms`,
  )
    .argument('<campaign>', 'its id')
    .option('--states <states>', 'failed, unconfirmed (failed)', someOf('FAILED', 'UNCONFIRMED'))
    .option('--channels <channels>', 'some of email, whatsapp, sms (all)', someOf('EMAIL', 'WHATSAPP', 'SMS'))
    .option('--reason <reason>', 'as the report names it; may be repeated', collected)
    .option('--watch', 'shows how it goes until it is sent')
    .action(async (id, { states, channels, reason, watch: isWatched }) => {
      const retried = await session.user.post(pathOf`/campaigns/${id}/retry`, {
        states,
        channels,
        reasons: reason,
      });
      if (isWatched) return watch(session, id);
      await session.output.one(retried);
    });

export const testCampaign = ({ user, output }: Session) =>
  verb(
    'test',
    'sends a campaign to one address, outside of its counts',
    `campaigns test ${ID} email me@example.com --data name=Me`,
  )
    .argument('<campaign>', 'its id')
    .argument('<channel>', 'email, whatsapp or sms', channel)
    .argument('<address>', 'email address or international phone number')
    .addOption(dataOption())
    .addOption(dataJsonOption())
    .action(async (id, on, identifier, options) => {
      const body = { channel: on, identifier, extraData: extraData(options) };
      const sent = await user.post(pathOf`/campaigns/${id}/test`, body);
      await output.one(sent);
      if (sent.state !== 'SENT') throw new Unwell('The provider did not take it, or nobody can know');
    });
