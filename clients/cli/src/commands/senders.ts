import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import type { Api, Json, Schemas } from '../api/api';
import { Refusal, Unwell, UsageError } from '../failures';
import { number, wide } from '../output/columns';
import type { Session } from '../session';
import { collected, nounOf, oneOf, options, someNumber, verb } from '../words';
import { rampUp } from './ramp-up';
import { type SenderKind, kinds, settingsOf, withSettings } from './sender-settings';

type Sender = Schemas['Sender'];

export function senders(program: CommandUnknownOpts, session: Session): void {
  const noun = nounOf(
    program,
    'senders',
    'mail servers, provider accounts, and endpoints; a channel can have several',
  );
  const { user, output } = session;

  verb(noun, 'list', 'lists the senders')
    .addOption(options.limit)
    .action(({ limit }) =>
      output.list(user.pages('/senders', {}, limit), [
        '_id',
        'channel',
        'provider',
        wide('name'),
        'isDefault',
        'isPaused',
        'status',
        wide('statusReason', 'REASON'),
        number('ratePerSecond', 'RATE'),
      ]),
    );

  verb(noun, 'show <sender>', 'shows a sender', '"Our mail server"').action(async (name) => {
    const path = { id: await senderIdOf(user, name) };
    await output.one(await user.get('/senders/{id}', { path }));
  });

  const add = nounOf(noun, 'add', 'adds a sender');
  const update = nounOf(noun, 'update', 'changes a sender');
  for (const [word, kind] of Object.entries(kinds)) {
    addSender(add, session, word, kind);
    updateSender(update, session, word, kind);
  }

  verb(noun, 'default <sender>', 'makes a sender the default of its channel', 'Newsletter').action(
    async (name) => {
      const path = { id: await senderIdOf(user, name) };
      await output.one(await user.post('/senders/{id}/default', { path }));
    },
  );

  const pausing = {
    pause: 'pauses a sender, so that campaigns wait until you resume it',
    resume: 'resumes a paused sender',
  };
  for (const [word, about] of Object.entries(pausing)) {
    verb(noun, `${word} <sender>`, about, 'Newsletter').action(async (name) => {
      const path = { id: await senderIdOf(user, name) };
      await output.one(await user.patch('/senders/{id}', { path, body: { isPaused: word === 'pause' } }));
    });
  }

  rampUp(noun, session, (name) => senderIdOf(user, name, 'EMAIL'));

  verb(
    noun,
    'test <sender>',
    'tests the connection; with --to, also sends a message',
    'Newsletter --to me@example.com',
  )
    .option('--to <address>', 'sends one message to this address')
    .action(async (name, { to }) => {
      const path = { id: await senderIdOf(user, name) };
      const tested = await user.post('/senders/{id}/test', { path, body: { identifier: to } });
      await output.one(tested);
      if (!tested.ok) throw new Unwell('The provider refused the test');
    });

  verb(noun, 'templates <sender>', 'lists the WhatsApp templates of a sender', '"Our Twilio"')
    .addOption(options.limit)
    .action(async (name, { limit }) => {
      const path = { id: await senderIdOf(user, name, 'WHATSAPP') };
      await output.list(user.pages('/senders/{id}/content-templates', { path }, limit), [
        wide('contentSid', 'CONTENT SID'),
        'name',
        'language',
        'category',
        'status',
        wide('rejectionReason', 'REASON'),
        wide('body'),
      ]);
    });

  verb(noun, 'remove <sender>', 'removes a sender', 'Newsletter')
    .addOption(options.yes)
    .action(async (name, { yes }) => {
      const path = { id: await senderIdOf(user, name) };
      await session.confirm(`Remove the sender ${name}?`, yes);
      await output.removed(await user.delete('/senders/{id}', { path }), 'sender');
    });
}

function addSender(
  noun: CommandUnknownOpts,
  { user, output, world }: Session,
  word: string,
  kind: SenderKind,
): void {
  const { channel, provider, example } = kind;
  withSettings(verb(noun, word, `adds a sender for ${channel} with ${provider}`, example), kind)
    .option('--name <name>', 'a name that is unique in the channel', `My ${channel}`)
    .option('--rate <n>', 'messages per second', someNumber)
    .action(async ({ name, rate, ...given }) => {
      const settings = await withMembers(user, kind, await settingsOf(kind, given, world, true));
      const body = { channel, provider, name, settings, ratePerSecond: rate };
      await output.one(await user.post('/senders', { body: body as Schemas['CreateSender'] }));
    });
}

function updateSender(
  noun: CommandUnknownOpts,
  { user, output, world }: Session,
  word: string,
  kind: SenderKind,
): void {
  const about = `changes a sender for ${kind.channel} with ${kind.provider}`;
  withSettings(verb(noun, `${word} <sender>`, about, 'Newsletter --rate 5'), kind)
    .option('--name <name>', 'a name that is unique in the channel')
    .option('--rate <n>', 'messages per second', someNumber)
    .option('--unset <setting>', 'removes a setting, such as replyTo; can be repeated', collected)
    .action(async (sender, { name, rate, unset = [], ...given }) => {
      const changes = await withMembers(user, kind, await settingsOf(kind, given, world, false));
      for (const setting of unset) changes[setting] = null;
      const settings = Object.keys(changes).length > 0 ? changes : undefined;
      const path = { id: await senderIdOf(user, sender) };
      const body = { name, settings: settings as Schemas['UpdateSender']['settings'], ratePerSecond: rate };
      await output.one(await user.patch('/senders/{id}', { path, body }));
    });
}

/** The settings of a pool, whose senders are given by name or ID. */
async function withMembers(user: Api, { channel }: SenderKind, settings: Json): Promise<Json> {
  if (!Array.isArray(settings.members)) return settings;
  const members = (settings.members as { senderId: string }[]).map(async (member) => ({
    ...member,
    senderId: await senderIdOf(user, member.senderId, channel),
  }));
  return { ...settings, members: await Promise.all(members) };
}

/** Returns the ID of a sender by its name, or an ID unchanged. @throws Refusal */
async function senderIdOf(user: Api, name: string, channel?: Sender['channel']): Promise<string> {
  if (/^[0-9a-f]{24}$/.test(name)) return name;
  const found: string[] = [];
  for await (const page of user.pages('/senders', { query: { channel } }))
    found.push(...page.filter((each) => each.name === name).map(({ _id = '' }) => _id));
  const [id] = found;
  if (id === undefined) throw new Refusal(`No sender has the name ${name}: carillon senders list`);
  if (found.length > 1) throw new Refusal(`Senders of several channels have the name ${name}: use an ID`);
  return id;
}

const channelOf = { email: 'EMAIL', whatsapp: 'WHATSAPP', sms: 'SMS' } as const;
const channelWord = oneOf('email', 'whatsapp', 'sms');

/** Collects `--sender sms=Shop`. */
export function senderOption(pair: string, before: Record<string, string> = {}): Record<string, string> {
  const [word = '', ...name] = pair.split('=');
  if (name.length === 0) throw new UsageError('--sender is a channel and a sender: sms=Shop');
  return { ...before, [channelWord(word)]: name.join('=') };
}

/** The senders that a campaign names, by channel; undefined: not given. */
export async function sendersOf(user: Api, given: Record<string, string> | undefined) {
  if (!given) return undefined;
  const named = Object.entries(given).map(async ([word, name]) => {
    const channel = channelOf[word as keyof typeof channelOf];
    return [channel, await senderIdOf(user, name, channel)] as const;
  });
  return Object.fromEntries(await Promise.all(named)) as Schemas['UpdateCampaign']['senders'];
}
