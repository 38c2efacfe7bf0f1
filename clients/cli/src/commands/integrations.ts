import { type CommandUnknownOpts, Option } from '@commander-js/extra-typings';
import type { Api, Json, Schemas } from '../api/api';
import { Refusal, Unwell } from '../failures';
import { number, wide } from '../output/columns';
import type { Session } from '../session';
import { secretFrom } from '../terminal/ask';
import { readText } from '../terminal/files';
import {
  CHANNELS,
  channel,
  channels,
  collected,
  nounOf,
  oneOf,
  options,
  someNumber,
  verb,
  wholeNumber,
} from '../words';
import type { World } from '../world';

type Channel = Schemas['Channel'];

/** The settings of an integration for a channel: docs/api/integrations.md. */
interface Settings {
  /** Their names are those of the settings: `--from-address` is fromAddress. */
  options: Option[];
  /** Settings that are read from a file: `--ca-certificate-file` is caCertificate. */
  files: { setting: string; about: string }[];
  secrets: Secret[];
  example: string;
}

/** A secret: its setting, and its variable if it doesn't come from a file. */
interface Secret {
  setting: string;
  name: string;
  variable: string;
  /** Required if this setting is given; null: always. */
  with: string | null;
}

const twilio = (sender: string, example: string): Settings => ({
  options: [
    new Option('--account-sid <sid>', 'AC…, the Twilio account'),
    new Option('--api-key-sid <sid>', 'SK…, an API key of the account, for sending'),
    new Option('--from <sender>', sender),
    new Option('--messaging-service-sid <sid>', 'MG…, a messaging service, which selects the sender'),
  ],
  files: [],
  secrets: [
    { setting: 'authToken', name: 'auth token', variable: 'TWILIO_AUTH_TOKEN', with: null },
    { setting: 'apiKeySecret', name: 'API key secret', variable: 'TWILIO_API_SECRET', with: 'apiKeySid' },
  ],
  example: `--account-sid AC… ${example} --auth-token-file token.txt`,
});

const settings: Record<Channel, Settings> = {
  EMAIL: {
    options: [
      new Option('--host <name>', 'the mail server'),
      new Option('--port <n>').argParser(wholeNumber),
      new Option('--security <kind>', 'none, starttls or tls').argParser(oneOf('none', 'starttls', 'tls')),
      new Option('--username <name>'),
      new Option('--from-address <address>', 'the from address'),
      new Option('--from-name <name>'),
      new Option('--reply-to <address>'),
      new Option('--bounce-address <address>'),
      new Option('--postal-address <text>', 'your postal address, for the footer'),
      new Option('--max-connections <n>', 'the connection limit of the server').argParser(wholeNumber),
      new Option('--bounce-domain <name>', 'the domain that receives bounces, for the bounce-receiver'),
      new Option(
        '--feedback-provider <name>',
        'the provider that reports email events with webhooks',
      ).argParser(oneOf('SES', 'SENDGRID', 'MAILGUN', 'POSTMARK')),
      new Option('--feedback-addresses <blocks>', 'source networks of these webhooks, separated by commas'),
    ],
    files: [
      {
        setting: 'caCertificate',
        about:
          'the certificate (PEM) of the private authority that issued the certificate of the mail server',
      },
    ],
    secrets: [
      {
        setting: 'password',
        name: 'password of the mail server',
        variable: 'SMTP_PASSWORD',
        with: 'username',
      },
      {
        setting: 'feedbackKey',
        name: 'webhook key',
        variable: 'FEEDBACK_KEY',
        with: 'feedbackProvider',
      },
    ],
    example:
      '--host smtp.example.com --port 587 --security starttls --username news --from-address news@example.com',
  },
  WHATSAPP: twilio('an international phone number', '--from +14155550100'),
  SMS: twilio('a phone number, a short code, or a name', '--messaging-service-sid MG…'),
};

export function integrations(program: CommandUnknownOpts, session: Session): void {
  const noun = nounOf(
    program,
    'integrations',
    'your own mail server and Twilio accounts, one for each channel',
  );
  const { user, output } = session;

  verb(noun, 'list', 'lists the integrations')
    .addOption(options.limit)
    .action(({ limit }) =>
      output.list(user.pages('/integrations', {}, limit), [
        '_id',
        'channel',
        wide('name'),
        'status',
        wide('statusReason', 'REASON'),
        number('ratePerSecond', 'RATE'),
        'checkedAt',
      ]),
    );

  verb(noun, 'show', 'shows the integration for a channel', 'email')
    .argument('<channel>', CHANNELS, channel)
    .action(async (which) => {
      const path = { id: await integrationId(user, which) };
      await output.one(await user.get('/integrations/{id}', { path }));
    });

  const add = nounOf(noun, 'add', 'adds an integration');
  const update = nounOf(noun, 'update', 'changes an integration');
  for (const each of channels) {
    addIntegration(add, session, each);
    updateIntegration(update, session, each);
  }

  verb(noun, 'test', 'tests the credentials, and with --to also sends a message', 'sms --to +4791234567')
    .argument('<channel>', CHANNELS, channel)
    .option('--to <address>', 'sends one message to this address')
    .action(async (which, { to }) => {
      const path = { id: await integrationId(user, which) };
      const tried = await user.post('/integrations/{id}/test', { path, body: { identifier: to } });
      await output.one(tried);
      if (!tried.ok) throw new Unwell('The provider rejected the test');
    });

  verb(noun, 'remove', 'removes the integration for a channel', 'sms')
    .argument('<channel>', CHANNELS, channel)
    .addOption(options.yes)
    .action(async (which, { yes }) => {
      const path = { id: await integrationId(user, which) };
      await session.confirm(`Remove the integration for ${which}?`, yes);
      await output.removed(await user.delete('/integrations/{id}', { path }), 'integration');
    });
}

/**
 * Returns the id of the user's integration for a channel.
 * @throws Refusal
 */
async function integrationId(user: Api, which: Channel): Promise<string> {
  const { value } = await user.pages('/integrations', { query: { channel: which } }).next();
  const found = value?.[0];
  if (found?._id) return found._id;
  throw new Refusal(
    `There is no integration for ${which}. Add one: carillon integrations add ${which.toLowerCase()}`,
  );
}

function addIntegration(noun: CommandUnknownOpts, { user, output, world }: Session, which: Channel): void {
  withSettings(
    verb(noun, which.toLowerCase(), `adds an integration for ${which}`, settings[which].example),
    which,
  )
    .option('--name <name>', 'a name of your choice', `My ${which}`)
    .option('--rate <n>', 'messages per second', someNumber)
    .action(async ({ name, rate, ...given }) => {
      const own = await settingsOf(which, given, world, true);
      const body = { channel: which, name, settings: own, ratePerSecond: rate };
      await output.one(await user.post('/integrations', { body: body as Schemas['CreateIntegration'] }));
    });
}

function updateIntegration(noun: CommandUnknownOpts, { user, output, world }: Session, which: Channel): void {
  withSettings(verb(noun, which.toLowerCase(), `changes the integration for ${which}`, '--rate 5'), which)
    .option('--name <name>', 'a name of your choice')
    .option('--rate <n>', 'messages per second', someNumber)
    .option('--unset <setting>', 'removes a setting, such as replyTo; can be repeated', collected)
    .action(async ({ name, rate, unset = [], ...given }) => {
      const changes = await settingsOf(which, given, world, false);
      for (const setting of unset) changes[setting] = null;
      const own = Object.keys(changes).length > 0 ? changes : undefined;
      const path = { id: await integrationId(user, which) };
      const body = { name, settings: own as Schemas['UpdateIntegration']['settings'], ratePerSecond: rate };
      await output.one(await user.patch('/integrations/{id}', { path, body }));
    });
}

/** Adds the options of a channel, including those for files with secrets. Their values are looked up by name. */
function withSettings(command: ReturnType<typeof verb<'channel'>>, which: Channel) {
  for (const option of settings[which].options) command.addOption(option);
  for (const { setting, about } of settings[which].files)
    command.option(`${fileOption({ setting })} <file>`, about);
  for (const secret of settings[which].secrets) {
    const about = `file with the ${secret.name}, - for a prompt; otherwise ${secret.variable}`;
    command.option(`${fileOption(secret)} <file>`, about);
  }
  return command;
}

/** Returns `--auth-token-file` for authToken. */
function fileOption({ setting }: Pick<Secret, 'setting'>): string {
  return `--${setting.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}-file`;
}

/**
 * Returns the given settings with their secrets: all required ones for a new integration, otherwise those with a file.
 */
async function settingsOf(which: Channel, given: Json, world: World, isNew: boolean): Promise<Json> {
  const names = settings[which].options.map((option) => option.attributeName());
  const own = Object.fromEntries(names.filter((name) => name in given).map((name) => [name, given[name]]));
  for (const { setting } of settings[which].files) {
    const file = given[`${setting}File`] as string | undefined;
    if (file !== undefined) own[setting] = await readText(file, world);
  }
  for (const secret of settings[which].secrets) {
    const file = given[`${secret.setting}File`] as string | undefined;
    const isNeeded = isNew && (secret.with === null || secret.with in given);
    if (file !== undefined || isNeeded)
      own[secret.setting] = await secretFrom({ ...secret, option: fileOption(secret), file }, world);
  }
  return own;
}
