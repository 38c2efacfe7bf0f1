import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import type { Answer, Schemas } from '../api/api';
import { Unwell, UsageError } from '../failures';
import { cell, number, wide } from '../output/columns';
import { escapedLines } from '../output/escape';
import type { View } from '../output/output';
import type { Session } from '../session';
import { printAll, saveTo } from '../terminal/files';
import {
  channel,
  channels,
  CHANNELS,
  collected,
  extraData,
  ID,
  nounOf,
  oneOf,
  options,
  someOf,
  verb,
  wholeNumber,
} from '../words';
import { requestApproval } from './approvals';
import { commentOnCampaigns } from './comments';
import { checkCampaign } from './content-checks';
import { showSenders } from './campaign-senders';
import { showCosts } from './costs';
import { showDomains } from './domains';
import { AT, LATENESS, createCampaign, editCampaign, saveDraft } from './drafts';
import { explainCampaign } from './explain';
import { filterOptions, savedQueryOf } from './filters';
import { groupLabels } from './groups';
import { organizeCampaigns } from './organize';
import { rehearseCampaign } from './rehearsal';
import { reportView, states } from './report';
import { LANGUAGE, translateCampaign, translationOf } from './translations';
import { watch, watchCampaign } from './watch';

const WATCH = 'shows the progress until the campaign is sent';

export function campaigns(program: CommandUnknownOpts, session: Session): void {
  const noun = nounOf(program, 'campaigns', 'messages to groups, and their reports');
  const { user, output } = session;
  /** Operations whose requests have no fields. */
  const changeStatus = (step: 'duplicate' | 'unschedule' | 'pause' | 'resume', description: string) =>
    verb(noun, `${step} <campaign>`, description, ID).action(async (id) =>
      output.one(await user.post(`/campaigns/{id}/${step}`, { path: { id } })),
    );

  verb(
    noun,
    'list',
    'lists campaigns, newest first',
    '--limit 10',
    '--tag Spring --archived',
    '--filter "Sent in spring"',
    '--since 2026-03-01T00:00:00Z --until 2026-04-01T00:00:00Z',
  )
    .option('--since <time>', 'start of the period of the sending dates, inclusive')
    .option('--until <time>', 'end of the period of the sending dates, exclusive')
    .option('--filter <name>', 'a saved filter; the other options replace its parts')
    .addOption(filterOptions.status)
    .addOption(filterOptions.search)
    .addOption(filterOptions.tag)
    .addOption(filterOptions.approval)
    .addOption(filterOptions.archived)
    .addOption(options.limit)
    .action(async ({ limit, filter, ...given }) => {
      const saved = filter === undefined ? {} : await savedQueryOf(user, filter);
      const { archived, ...filters } = { ...saved, ...given };
      const query = { ...filters, archived: archived ? ('true' as const) : ('false' as const) };
      return output.list(user.pages('/campaigns', { query }, limit), [
        '_id',
        'status',
        { ...wide('name'), of: ({ name }) => cell(name === '' ? null : name) },
        'createdAt',
        'updatedAt',
      ]);
    });

  verb(noun, 'show <campaign>', 'shows a campaign', ID).action(async (id) => {
    const campaign = await user.get('/campaigns/{id}', { path: { id } });
    const { groups = [] } = campaign;
    await output.one(
      output.form === 'text' && groups.length > 0
        ? { ...campaign, groups: await groupLabels(user, groups) }
        : campaign,
    );
  });

  createCampaign(noun, session);
  saveDraft(noun, session);
  editCampaign(noun, session);
  translateCampaign(noun, session);
  changeStatus('duplicate', 'creates a draft with the same content');

  verb(noun, 'preview <campaign>', 'shows the messages for one person', `${ID} --data name=Mary`)
    .option('--subscriber <id>', 'a subscriber whose data fills the placeholders')
    .option('--language <language>', LANGUAGE)
    .addOption(options.data)
    .addOption(options.dataJson)
    .action(async (id, { subscriber, language, ...options }) => {
      const given = extraData(options) ?? (subscriber === undefined ? {} : undefined);
      const body = { subscriberId: subscriber, extraData: given, ...translationOf(language) };
      await output.one(await user.post('/campaigns/{id}/preview', { path: { id }, body }), previewView);
    });

  verb(
    noun,
    'test <campaign>',
    'sends a campaign to one address as a test',
    `${ID} email me@example.com --data name=Me`,
  )
    .argument('<channel>', CHANNELS, channel)
    .argument('<address>', 'email address or international phone number')
    .option('--language <language>', LANGUAGE)
    .addOption(options.data)
    .addOption(options.dataJson)
    .action(async (id, on, identifier, { language, ...options }) => {
      const body = { channel: on, identifier, extraData: extraData(options), ...translationOf(language) };
      const sent = await user.post('/campaigns/{id}/test', { path: { id }, body });
      await output.one(sent);
      if (sent.state !== 'SENT')
        throw new Unwell('The provider rejected the message, or the result is unknown');
    });

  verb(noun, 'audience <campaign>', 'counts the recipients of a campaign', ID).action(async (id) =>
    output.one(await user.get('/campaigns/{id}/audience', { path: { id } }), audienceView),
  );

  checkCampaign(noun, session);
  rehearseCampaign(noun, session);

  requestApproval(noun, session);

  verb(noun, 'publish <campaign>', 'sends a draft', `${ID} --watch`)
    .option('--watch', WATCH)
    .action(async (campaignId, { watch: isWatched }) => {
      const published = await user.post('/campaigns/publish', { body: { campaignId } });
      await (isWatched ? watch(session, campaignId) : output.one(published));
    });

  verb(noun, 'schedule <campaign>', 'schedules a draft', `${ID} --at 2026-12-24T18:00:00+01:00`)
    .requiredOption('--at <time>', AT)
    .option('--max-lateness <seconds>', LATENESS, wholeNumber)
    .action(async (campaignId, { at, maxLateness }) => {
      const body = { campaignId, scheduledAt: at, maxLateness };
      await output.one(await user.post('/campaigns/publish', { body }));
    });

  verb(
    noun,
    'reschedule <campaign>',
    'changes the time of a scheduled campaign',
    `${ID} --at 2026-12-24T18:00:00+01:00`,
  )
    .requiredOption('--at <time>', AT)
    .option('--max-lateness <seconds>', 'maximum delay of the start (default: unchanged)', wholeNumber)
    .action(async (id, { at, maxLateness }) => {
      const body = { scheduledAt: at, maxLateness };
      await output.one(await user.post('/campaigns/{id}/reschedule', { path: { id }, body }));
    });

  changeStatus('unschedule', 'returns a scheduled campaign to draft');
  watchCampaign(noun, session);
  changeStatus('pause', 'pauses a campaign');
  changeStatus('resume', 'resumes a paused campaign');

  verb(noun, 'cancel <campaign>', 'cancels a campaign permanently: no more messages are sent', ID)
    .addOption(options.yes)
    .action(async (id, { yes }) => {
      await session.confirm('Cancel this campaign permanently?', yes);
      await output.one(await user.post('/campaigns/{id}/cancel', { path: { id } }));
    });

  verb(
    noun,
    'retry <campaign>',
    'retries recipients that were not reached',
    `${ID} --watch`,
    `${ID} --states unconfirmed --channels sms`,
  )
    .option('--states <states>', 'failed, unconfirmed (default: failed)', someOf('FAILED', 'UNCONFIRMED'))
    .option(
      '--channels <channels>',
      'one or more of email, whatsapp, sms (default: all)',
      someOf(...channels),
    )
    .option('--reason <reason>', 'as shown in the report; can be repeated', collected)
    .option('--watch', WATCH)
    .action(async (id, { reason: reasons, watch: isWatched, ...body }) => {
      const path = { id };
      const retried = await user.post('/campaigns/{id}/retry', { path, body: { ...body, reasons } });
      await (isWatched ? watch(session, id) : output.one(retried));
    });

  verb(noun, 'report <campaign>', 'shows the report of a campaign', ID, `${ID} --csv report.csv`)
    .option(
      '--csv <file>',
      'saves the results, the timeline, the clicks, and the domains of recipients as CSV, with formulas escaped; - prints it',
    )
    .action(async (id, { csv: file }) => {
      if (file === undefined)
        return output.one(await user.get('/campaigns/{id}/report', { path: { id } }), reportView);
      const options = { path: { id }, query: { formulas: 'escape' as const } };
      return save(file, await user.open('/campaigns/{id}/report/export', options), session);
    });

  showDomains(noun, session);
  showSenders(noun, session);
  showCosts(noun, session);

  verb(
    noun,
    'deliveries <campaign>',
    'lists the deliveries of a campaign',
    `${ID} --state failed`,
    `${ID} --address mary@example.com`,
    `${ID} --state failed --export failed.csv`,
  )
    .option('--state <state>', states.join(', '), oneOf(...states))
    .option('--channel <channel>', CHANNELS, channel)
    .option('--reason <reason>', 'as shown in the report')
    .option('--address <address>')
    .option('--export <file>', 'saves the deliveries as CSV, with formulas escaped; - prints it')
    .addOption(options.limit)
    .action(async (id, { limit, address, export: file, ...filters }) => {
      if (file !== undefined) {
        if (limit !== undefined || address !== undefined)
          throw new UsageError('Use either --export, or --limit and --address');
        const options = { path: { id }, query: { ...filters, formulas: 'escape' as const } };
        const answered = await user.open('/campaigns/{id}/deliveries/export', options);
        return save(file, answered, session);
      }
      const query = { ...filters, identifier: address };
      return output.list(user.pages('/campaigns/{id}/deliveries', { path: { id }, query }, limit), [
        'channel',
        wide('identifier'),
        'state',
        'reason',
        wide('providerCode', 'CODE'),
        number('attempts'),
        'updatedAt',
      ]);
    });

  explainCampaign(noun, session);
  commentOnCampaigns(noun, session);
  organizeCampaigns(noun, session);

  verb(noun, 'remove <campaigns...>', 'deletes campaigns; pending messages are not sent', ID)
    .addOption(options.yes)
    .action(async (campaignIds, { yes }) => {
      const what = campaignIds.length === 1 ? 'this campaign' : `these ${campaignIds.length} campaigns`;
      await session.confirm(`Permanently delete ${what}?`, yes);
      await output.removed(await user.delete('/campaigns', { body: { campaignIds } }), 'campaign');
    });
}

/** Saves a file of the API, or prints it if the name is `-`. */
function save(file: string, answered: Parameters<typeof saveTo>[1], { world }: Session): Promise<void> {
  return file === '-' ? printAll(answered, world) : saveTo(file, answered, world);
}

/** The messages that one person would receive, by channel. */
const previewView: View<Answer<Schemas['Preview']>> = ({
  EMAIL,
  WHATSAPP,
  SMS,
  whatsappTemplate,
  missingKeys = [],
  unquotedKeys = [],
  warnings = [],
}) => {
  const section = (title: string, text: string) => [`── ${title}`, ...escapedLines(text).split('\n'), ''];
  const segments = `${cell(SMS?.segments)} ${SMS?.segments === 1 ? 'segment' : 'segments'}`;
  return [
    ...(EMAIL ? section('EMAIL', `Subject: ${EMAIL.subject ?? ''}\n\n${EMAIL.text ?? ''}`) : []),
    ...(WHATSAPP ? section('WHATSAPP', WHATSAPP.text ?? '') : []),
    ...(whatsappTemplate ? section('WHATSAPP TEMPLATE', templateText(whatsappTemplate)) : []),
    ...(SMS ? section(`SMS, ${segments} of ${cell(SMS.encoding)}`, SMS.text ?? '') : []),
    ...(missingKeys.length > 0 ? [`Missing values: ${missingKeys.map(cell).join(', ')}`] : []),
    ...(unquotedKeys.length > 0 ? [`Not in quotes: ${unquotedKeys.map(cell).join(', ')}`] : []),
    ...warnings.map(({ detail }) => `Warning: ${cell(detail)}`),
  ];
};

function templateText({
  contentSid = '',
  variables = {},
}: Answer<Schemas['Preview']['whatsappTemplate'] & object>) {
  return [contentSid, ...Object.entries(variables).map(([name, value]) => `{{${name}}} = ${value}`)].join(
    '\n',
  );
}

const audienceView: View<Answer<Schemas['Audience']>> = ({ channels = {} }, { tableLines }) =>
  tableLines(
    [
      'channel',
      number('members'),
      number('distinct'),
      number('excluded'),
      number('suppressed'),
      number('reachable'),
    ],
    Object.entries(channels).map(([name, tally]) => ({ channel: name, ...tally })),
    Infinity,
  );
