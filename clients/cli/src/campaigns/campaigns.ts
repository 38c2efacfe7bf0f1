import { column, number, wide } from '../output/cells';
import { inner, isJson, type Json } from '../api/json';
import { pathOf } from '../api/request';
import type { Session } from '../session';
import { Table } from '../output/table';
import { limitOption, noun, verb, yesOption } from '../words/command';
import { dataJsonOption, dataOption, extraData } from '../words/extra-data';
import { channel, deliveryStates, oneOf } from '../words/values';
import { createCampaign, editCampaign } from './draft-campaign';
import { previewView } from './preview-view';
import { reportView } from './report-view';
import {
  cancelCampaign,
  publishCampaign,
  retryCampaign,
  scheduleCampaign,
  steerCampaign,
  testCampaign,
} from './steer-campaign';
import { watchCampaign } from './watch-campaign';

const ID = '6560f0a1b2c3d4e5f6a7b8c9';

export const campaigns = (session: Session) =>
  noun(
    'campaigns',
    'what is sent to groups, and what becomes of it',
    listCampaigns(session),
    showCampaign(session),
    createCampaign(session),
    editCampaign(session),
    steerCampaign(session, 'duplicate', 'makes a draft like it'),
    previewCampaign(session),
    testCampaign(session),
    showAudience(session),
    publishCampaign(session),
    scheduleCampaign(session),
    steerCampaign(session, 'unschedule', 'makes a scheduled campaign a draft again'),
    watchCampaign(session),
    steerCampaign(session, 'pause', 'holds a campaign'),
    steerCampaign(session, 'resume', 'lets a paused campaign go on'),
    cancelCampaign(session),
    retryCampaign(session),
    showReport(session),
    listDeliveries(session),
    removeCampaigns(session),
  );

const listCampaigns = ({ user, output }: Session) =>
  verb('list', 'lists campaigns, the newest first', 'campaigns list --limit 10')
    .addOption(limitOption())
    .action(({ limit }) =>
      output.list(user.pages('/campaigns', {}, limit), [
        column('_id'),
        column('status'),
        wide('name'),
        column('createdAt'),
        column('updatedAt'),
      ]),
    );

const showCampaign = ({ user, output }: Session) =>
  verb('show', 'shows a campaign', `campaigns show ${ID}`)
    .argument('<campaign>', 'its id')
    .action(async (id) => output.one(await user.get(pathOf`/campaigns/${id}`)));

const previewCampaign = ({ user, output }: Session) =>
  verb('preview', 'shows what one person would get', `campaigns preview ${ID} --data name=Mary`)
    .argument('<campaign>', 'its id')
    .option('--subscriber <id>', 'somebody of yours')
    .addOption(dataOption())
    .addOption(dataJsonOption())
    .action(async (id, { subscriber, ...options }) => {
      const given = extraData(options);
      const body = { subscriberId: subscriber, extraData: given ?? (subscriber ? undefined : {}) };
      await output.one(await user.post(pathOf`/campaigns/${id}/preview`, body), previewView);
    });

const showAudience = ({ user, output }: Session) =>
  verb('audience', 'counts whom it would reach', `campaigns audience ${ID}`)
    .argument('<campaign>', 'its id')
    .action(async (id) => output.one(await user.get(pathOf`/campaigns/${id}/audience`), audienceView));

function audienceView(audience: Json): string[] {
  const channels = Object.entries(inner(audience, 'channels'));
  const rows = channels.map(([name, counts]): Json => ({ channel: name, ...(isJson(counts) ? counts : {}) }));
  const columns = [
    column('channel'),
    ...['members', 'distinct', 'suppressed', 'reachable'].map((key) => number(key)),
  ];
  const table = new Table(columns, rows, Infinity);
  return [table.head(), ...rows.map((row) => table.row(row))];
}

const showReport = ({ user, output }: Session) =>
  verb('report', 'shows what became of everybody', `campaigns report ${ID}`)
    .argument('<campaign>', 'its id')
    .action(async (id) => {
      const report = await user.get(pathOf`/campaigns/${id}/report`);
      await output.one(report, (shown) => reportView(shown, output.room()));
    });

const listDeliveries = ({ user, output }: Session) =>
  verb(
    'deliveries',
    'lists what became of each recipient',
    `campaigns deliveries ${ID} --state failed`,
    `campaigns deliveries ${ID} --address mary@example.com`,
  )
    .argument('<campaign>', 'its id')
    .option('--state <state>', deliveryStates.join(', '), oneOf(...deliveryStates))
    .option('--channel <channel>', 'email, whatsapp or sms', channel)
    .option('--reason <reason>', 'as the report names it')
    .option('--address <address>')
    .addOption(limitOption())
    .action((id, { limit, address, ...filters }) =>
      output.list(
        user.pages(pathOf`/campaigns/${id}/deliveries`, { ...filters, identifier: address }, limit),
        [
          column('channel'),
          wide('identifier'),
          column('state'),
          column('reason'),
          wide('providerCode', { title: 'CODE' }),
          column('attempts', { align: 'right' }),
          column('updatedAt'),
        ],
      ),
    );

const removeCampaigns = (session: Session) =>
  verb('remove', 'removes campaigns; what is not sent yet is not sent', `campaigns remove ${ID}`)
    .argument('<campaigns...>', 'ids, up to 1000')
    .addOption(yesOption())
    .action(async (campaignIds, { yes }) => {
      const { user, output } = session;
      const what = campaignIds.length === 1 ? 'this campaign' : `these ${campaignIds.length} campaigns`;
      await session.confirm(`Remove ${what} for good?`, yes);
      await output.removed(await user.delete('/campaigns', { campaignIds }), 'campaign');
    });
