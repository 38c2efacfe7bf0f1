import { type CommandUnknownOpts, Option } from '@commander-js/extra-typings';
import type { Schemas } from '../api/api';
import { UsageError } from '../failures';
import type { Session } from '../session';
import { readText } from '../terminal/files';
import { channelList, collected, ID, oneOf, pair, verb, wholeNumber } from '../words';
import type { World } from '../world';
import { groupIdOf } from './groups';
import { senderOption, sendersOf } from './senders';
import { utmOf, utmOptions } from './utm';
import { watch } from './watch';

const WATERMARK = 'removes the watermark, if the plan allows it';
export const AT = 'start time, such as 2026-12-24T18:00:00+01:00';
export const LATENESS = 'maximum delay of the start (default: 3600)';

type Command = ReturnType<typeof verb<'draft'>>;

/** The options for the messages of a campaign or a template. */
export const withMessages = (command: Command) =>
  command
    .option('--email <text>', 'HTML of the email')
    .option('--email-file <file>', 'the same from a file; - for standard input')
    .option('--subject <text>', 'email subject; the default is the campaign name')
    .option('--preheader <text>', 'preview text that email clients show beside the subject')
    .option(
      '--engine <engine>',
      'simple for placeholders, or liquid for conditions and loops',
      oneOf('simple', 'liquid'),
    )
    .option('--from-name <name>', 'name in the From field; the default is the name of the sender')
    .option('--reply-to <address>', 'address for replies; the default is the address of the sender')
    .addOption(utmOptions.utm)
    .addOption(utmOptions.source)
    .addOption(utmOptions.medium)
    .addOption(utmOptions.campaign)
    .option('--whatsapp <text>', 'WhatsApp message')
    .option('--whatsapp-file <file>', 'the same from a file; - for standard input')
    .option('--sms <text>', 'SMS')
    .option('--sms-file <file>', 'the same from a file; - for standard input')
    .option('--template <id>', 'HX… or order_update:en_US, a template that WhatsApp has approved')
    .option('--variable <name=value>', 'a variable of the template; can be repeated', pair);

/** The options for the content and the groups of a campaign. */
const withContent = (command: Command) =>
  withMessages(command)
    .option('--group <group>', 'slug or ID of a target group; can be repeated', collected)
    .option('--segment <segment>', 'ID of a target segment; can be repeated', collected)
    .option('--exclude-group <group>', 'slug or ID of a group that is left out; can be repeated', collected)
    .option('--exclude-segment <segment>', 'ID of a segment that is left out; can be repeated', collected)
    .option('--topic <topic>', 'ID of the topic that recipients can leave')
    .option(
      '--first <channels>',
      'send to each person on the first of these channels that reaches them',
      channelList,
    )
    .option(
      '--fallback-hours <hours>',
      'with --first: send on the next channel after a failure within this time',
      wholeNumber,
    )
    .option('--sender <channel=sender>', 'sender of a channel, by name or ID; can be repeated', senderOption);

type Messages = ReturnType<ReturnType<typeof withMessages>['opts']>;
type Content = ReturnType<ReturnType<typeof withContent>['opts']>;
type Source = Partial<Record<'designFile' | 'layout' | 'mjmlFile', string | undefined>> & {
  attach?: string[] | undefined;
  whatsappMedia?: string | undefined;
  smsMedia?: string | undefined;
};

const designFile = new Option(
  '--design-file <file>',
  'blocks that the email is made from, as JSON; - for standard input',
);
const layout = new Option(
  '--layout <layout>',
  'ID of the layout that is around the blocks, in its current version; "none" for no layout',
);
const mjmlFile = new Option('--mjml-file <file>', 'MJML that the email is made from; - for standard input');
const attach = new Option(
  '--attach <file>',
  'ID of an uploaded file that is attached to the email; can be repeated',
).argParser(collected);
const whatsappMedia = new Option(
  '--whatsapp-media <file>',
  'ID of the uploaded picture, video, or document of the WhatsApp message',
);
const smsMedia = new Option(
  '--sms-media <file>',
  'ID of the uploaded picture, video, or document that makes the SMS an MMS',
);
/** The options for what the email of a draft or a template is made from, and for the files of its messages. */
export const sourceOptions = { designFile, layout, mjmlFile, attach, whatsappMedia, smsMedia };

/** The options of a draft: also what its email is made from, and the files of its messages. */
const withDraft = (command: Command) =>
  withContent(command)
    .addOption(designFile)
    .addOption(layout)
    .addOption(mjmlFile)
    .addOption(attach)
    .addOption(whatsappMedia)
    .addOption(smsMedia);

type Design = Schemas['EmailDesignInput'];
/** Reads the design that the email is made from already. */
type CurrentDesign = () => Promise<object | null | undefined>;

/** @throws UsageError */
async function draftFieldsOf(
  { designFile, layout, mjmlFile, attach, whatsappMedia, smsMedia, ...content }: Content & Source,
  session: Session,
  current?: CurrentDesign,
) {
  const made = { designFile, layout, mjmlFile, attach, whatsappMedia, smsMedia };
  const source = await sourceFieldsOf(made, session.world, current);
  return { ...(await fieldsOf(content, session)), ...source };
}

/** @throws UsageError */
export async function sourceFieldsOf(
  { designFile, layout, mjmlFile, attach, whatsappMedia, smsMedia }: Source,
  world: World,
  current?: CurrentDesign,
) {
  const design = designFile === undefined ? undefined : designIn(await readText(designFile, world));
  const known = layout === undefined || design ? design : ((await current?.()) as Design | null | undefined);
  return {
    emailDesign: layout === undefined ? design : inLayout(layout, known),
    emailMjml: mjmlFile === undefined ? undefined : await readText(mjmlFile, world),
    attachments: attach,
    whatsappMedia,
    smsMedia,
  };
}

/** @throws UsageError */
function inLayout(layout: string, design: Design | null | undefined): Design {
  if (!design)
    throw new UsageError('--layout needs --design-file, or an email that is made from blocks already');
  const { layout: _, ...blocks } = design;
  return layout === 'none' ? blocks : { ...blocks, layout: { id: layout } };
}

/** @throws UsageError */
function designIn(text: string): Design {
  try {
    return JSON.parse(text) as Design;
  } catch {
    throw new UsageError('The design must be JSON');
  }
}

/** @throws UsageError */
async function fieldsOf(given: Content, { user, world }: Session) {
  const { group } = given;
  const senders = await sendersOf(user, given.sender);
  return {
    ...(await messageFieldsOf(given, world)),
    senders,
    groups: group && (await Promise.all(group.map((name) => groupIdOf(user, name)))),
    audience: await audienceOf(given, user),
  };
}

/** @throws UsageError */
export async function messageFieldsOf(given: Messages, world: World) {
  const { subject, preheader, fromName, replyTo, engine } = given;
  return {
    ...{ subject, preheader, fromName, replyTo, engine },
    utm: utmOf(given),
    ...(await messageTextsOf(given, world)),
  };
}

/** The messages of a campaign, in one language. */
type Texts = Pick<
  Messages,
  'email' | 'emailFile' | 'whatsapp' | 'whatsappFile' | 'sms' | 'smsFile' | 'template' | 'variable'
>;

/** @throws UsageError */
export async function messageTextsOf(given: Texts, world: World) {
  const { email, emailFile, whatsapp, whatsappFile, sms, smsFile, template, variable = {} } = given;
  return {
    emailMessage: await messageOf('email', email, emailFile, world),
    whatsappMessage: await messageOf('whatsapp', whatsapp, whatsappFile, world),
    smsMessage: await messageOf('sms', sms, smsFile, world),
    whatsappTemplate: template === undefined ? undefined : { contentSid: template, variables: variable },
  };
}

/** Undefined: no part of the audience is given. */
async function audienceOf(
  { segment, excludeGroup, excludeSegment, topic, first, fallbackHours }: Content,
  user: Session['user'],
): Promise<Schemas['CampaignAudience'] | undefined> {
  if (fallbackHours !== undefined && !first) throw new UsageError('--fallback-hours needs --first');
  if (!segment && !excludeGroup && !excludeSegment && topic === undefined && !first) return undefined;
  return {
    ...(segment && { segments: segment }),
    ...(excludeGroup && {
      excludeGroups: await Promise.all(excludeGroup.map((name) => groupIdOf(user, name))),
    }),
    ...(excludeSegment && { excludeSegments: excludeSegment }),
    ...(topic !== undefined && { topic }),
    ...(first && {
      channels: {
        strategy: 'FIRST' as const,
        order: first,
        ...(fallbackHours !== undefined && { fallbackHours }),
      },
    }),
  };
}

async function messageOf(word: string, text: string | undefined, file: string | undefined, world: World) {
  if (file !== undefined && text !== undefined)
    throw new UsageError(`Use either --${word} or --${word}-file`);
  return file === undefined ? text : readText(file, world);
}

export function createCampaign(noun: CommandUnknownOpts, session: Session): void {
  withContent(
    verb(
      noun,
      'create',
      'creates a draft; with --start, sends it immediately',
      '"Hello {{name}}" --group friends --email-file hello.html --sms "Hello {{name|friend}}"',
      '"Good morning" --group friends --sms "Good morning" --start --watch',
    ),
  )
    .argument('<name>', 'campaign name, also the email subject if there is no --subject')
    .option('--remove-watermark', WATERMARK)
    .option('--start', 'publishes the campaign')
    .option('--at <time>', `${AT}; with --start`)
    .option('--max-lateness <seconds>', LATENESS, wholeNumber)
    .option('--watch', 'shows the progress until the campaign is sent; with --start')
    .action(async (name, { removeWatermark, start, at, maxLateness, watch: isWatched, ...content }) => {
      if (isWatched && !start) throw new UsageError('--watch requires --start');
      const body = {
        name,
        ...(await fieldsOf(content, session)),
        shouldRemoveWatermark: removeWatermark,
        isStarted: start,
        scheduledAt: at,
        maxLateness,
      };
      // If no group is named, the API reports that it needs one.
      const created = await session.user.post('/campaigns/create', {
        body: body as Schemas['CreateCampaign'],
      });
      await (isWatched ? watch(session, created._id ?? '') : session.output.one(created));
    });
}

export function saveDraft(noun: CommandUnknownOpts, session: Session): void {
  withDraft(
    verb(
      noun,
      'draft',
      'creates a draft that can be incomplete; add the rest with "campaigns edit"',
      '--name "Hello {{name}}"',
      '--email-file hello.html',
    ),
  )
    .option('--name <name>', 'campaign name, also the email subject if there is no --subject')
    .option('--remove-watermark', WATERMARK)
    .action(async ({ name, removeWatermark, ...content }) => {
      const fields = await draftFieldsOf(content, session);
      const body = { name, ...fields, shouldRemoveWatermark: removeWatermark };
      await session.output.one(await session.user.post('/campaigns/drafts', { body }));
    });
}

/** The values of `--without`, each with its API field. */
const fields = {
  name: 'name',
  subject: 'subject',
  preheader: 'preheader',
  'from-name': 'fromName',
  'reply-to': 'replyTo',
  utm: 'utm',
  email: 'emailMessage',
  design: 'emailDesign',
  mjml: 'emailMjml',
  whatsapp: 'whatsappMessage',
  sms: 'smsMessage',
  template: 'whatsappTemplate',
  attachments: 'attachments',
  'whatsapp-media': 'whatsappMedia',
  'sms-media': 'smsMedia',
} as const;
export const WITHOUT = `removes ${Object.keys(fields).join(', ')}; can be repeated`;

type Removed = Record<string, null | []>;

/** Parses `--without`, whose values are the names of these fields. */
export function removing(named: Readonly<Record<string, string>>) {
  const fieldOf = oneOf(...Object.keys(named));
  return (word: string, before: Removed = {}): Removed => {
    const field = named[fieldOf(word)] ?? '';
    return { ...before, [field]: field === 'attachments' ? [] : null };
  };
}
export const without = removing(fields);

export function editCampaign(noun: CommandUnknownOpts, session: Session): void {
  withDraft(
    verb(
      noun,
      'edit',
      'changes a draft',
      `${ID} --name "Hello again" --without sms`,
      `${ID} --layout 6560f0a1b2c3d4e5f6a7b8c0`,
    ),
  )
    .argument('<campaign>', 'campaign ID')
    .option('--name <name>', 'campaign name, also the email subject if there is no --subject')
    .option('--without <part>', WITHOUT, without)
    .option('--remove-watermark', WATERMARK)
    .option('--keep-watermark', 'shows the watermark')
    .action(async (id, { name, without: gone, removeWatermark, keepWatermark, ...content }) => {
      const path = { id };
      const current = async () => (await session.user.get('/campaigns/{id}', { path })).emailDesign;
      const body = {
        name,
        ...(await draftFieldsOf(content, session, current)),
        ...gone,
        shouldRemoveWatermark: removeWatermark ?? (keepWatermark ? false : undefined),
      };
      await session.output.one(await session.user.patch('/campaigns/{id}', { path, body }));
    });
}
