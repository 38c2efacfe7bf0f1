import { type CommandUnknownOpts, InvalidArgumentError, Option } from '@commander-js/extra-typings';
import type { Json, Schemas } from '../api/api';
import { secretFrom } from '../terminal/ask';
import { readText } from '../terminal/files';
import { oneOf, wholeNumber } from '../words';
import type { World } from '../world';

type Channel = Schemas['Channel'];

/** The settings of a kind of sender: docs/api/senders.md. */
export interface SenderKind {
  channel: Channel;
  provider: Schemas['Sender']['provider'];
  /** Each option is named after its setting: `--from-address` sets fromAddress. */
  options: Option[];
  /** Settings that are read from a file: `--ca-certificate-file` sets caCertificate. */
  files: { setting: string; about: string }[];
  secrets: Secret[];
  example: string;
}

/** A secret: its setting, and the environment variable that is read if no file is given. */
interface Secret {
  setting: string;
  name: string;
  variable: string;
  /** Required if this setting is given; null: always. */
  with: string | null;
  /** Read only if the file or the variable is there. */
  isOptional?: true;
  /** Whether it has several lines. */
  isText?: true;
}

const twilio = (kindOf: Channel, sender: string, example: string): SenderKind => ({
  channel: kindOf,
  provider: 'TWILIO',
  options: [
    new Option('--account-sid <sid>', 'AC…, the SID of the Twilio account'),
    new Option('--api-key-sid <sid>', 'SK…, the SID of an API key of the account, for sending'),
    new Option('--from <sender>', sender),
    new Option(
      '--messaging-service-sid <sid>',
      'MG…, the SID of a messaging service, which chooses the sender',
    ),
  ],
  files: [],
  secrets: [
    { setting: 'authToken', name: 'auth token', variable: 'TWILIO_AUTH_TOKEN', with: null },
    { setting: 'apiKeySecret', name: "API key's secret", variable: 'TWILIO_API_SECRET', with: 'apiKeySid' },
  ],
  example: `--account-sid AC… ${example} --auth-token-file token.txt`,
});

const origin = [
  new Option('--from-address <address>', 'the From address of emails'),
  new Option('--from-name <name>'),
  new Option('--reply-to <address>'),
  new Option('--postal-address <text>', 'your postal address, for the footer'),
];

const endpoint = (kindOf: Channel, own: Option[], example: string): SenderKind => ({
  channel: kindOf,
  provider: 'HTTP',
  options: [
    new Option('--endpoint <url>', 'the URL that receives the messages, https://…'),
    ...own,
    new Option('--max-connections <n>', 'the maximum number of concurrent requests').argParser(wholeNumber),
  ],
  files: [],
  secrets: [{ setting: 'secret', name: 'signing secret', variable: 'SENDER_SECRET', with: null }],
  example: `--endpoint https://sender.example.com/ ${example} --secret-file secret.txt`,
});
const phoneSender = '--from <sender>';
const phoneSenderForms = 'a phone number, a short code, or a name';

const passedOn = [new Option('--from <sender>', 'forwarded to the endpoint')];

const maxRequests = new Option(
  '--max-connections <n>',
  'the maximum number of concurrent requests',
).argParser(wholeNumber);
const region = new Option('--region <region>', 'us or eu').argParser(oneOf('us', 'eu'));
const feedbackAddresses = new Option(
  '--feedback-addresses <blocks>',
  'the IP addresses that can send webhooks, separated by commas',
);

/** A mail provider with an API. Webhooks need `feedbackKey`, which the provider may show only after the sender exists. */
const mailApi = (
  provider: SenderKind['provider'],
  own: { options: Option[]; secret: Secret; example: string },
): SenderKind => ({
  channel: 'EMAIL',
  provider,
  options: [...own.options, ...origin, maxRequests, feedbackAddresses],
  files: [],
  secrets: [
    own.secret,
    {
      setting: 'feedbackKey',
      name: 'webhook key',
      variable: 'FEEDBACK_KEY',
      with: null,
      isOptional: true,
    },
  ],
  example: `${own.example} --from-address news@example.com`,
});

/** Reads `--member "Our SES, weight=2, domain=gmail.com"`, which can be repeated. */
function memberOption(text: string, before: Json[] = []): Json[] {
  const [sender = '', ...rules] = text.split(',').map((part) => part.trim());
  const member: Record<string, unknown> = { senderId: sender };
  for (const rule of rules) {
    const [, name = '', value = ''] = /^([a-z]+)=(.+)$/.exec(rule) ?? [];
    const list = { domain: 'domains', country: 'countries', topic: 'topicIds' }[name];
    if (name === 'weight') member.weight = wholeNumber(value);
    else if (list) member[list] = [...((member[list] as string[] | undefined) ?? []), value];
    else throw new InvalidArgumentError('Use weight=…, domain=…, country=…, or topic=… after the sender.');
  }
  return [...before, member];
}

const pool = (kindOf: Channel, rule: string): SenderKind => ({
  channel: kindOf,
  provider: 'POOL',
  options: [
    new Option(
      '--strategy <strategy>',
      'ORDER: the first sender that works; WEIGHTS: a share for each sender',
    ).choices(['ORDER', 'WEIGHTS']),
    new Option(
      '--members <sender>',
      `a sender, optionally with ${rule}, topic=…, and weight=…, separated by commas; can be repeated`,
    ).argParser(memberOption),
  ],
  files: [],
  secrets: [],
  example: '--strategy ORDER --members "Our first" --members "Our second"',
});

/** The kinds of senders, by their name in commands. */
export const kinds = {
  email: {
    channel: 'EMAIL',
    provider: 'SMTP',
    options: [
      new Option('--host <name>', 'the mail server'),
      new Option('--port <n>').argParser(wholeNumber),
      new Option('--security <kind>', 'none, starttls, or tls').argParser(oneOf('none', 'starttls', 'tls')),
      new Option('--username <name>'),
      new Option('--from-address <address>', 'the From address of emails'),
      new Option('--from-name <name>'),
      new Option('--reply-to <address>'),
      new Option('--bounce-address <address>'),
      new Option('--postal-address <text>', 'your postal address, for the footer'),
      new Option('--max-connections <n>', 'the maximum number of connections to the server').argParser(
        wholeNumber,
      ),
      new Option('--bounce-domain <name>', 'the domain of return paths, for the bounce-receiver'),
      new Option(
        '--feedback-provider <name>',
        'the provider that reports deliveries through webhooks',
      ).argParser(oneOf('SES', 'SENDGRID', 'MAILGUN', 'POSTMARK')),
      new Option(
        '--feedback-addresses <blocks>',
        'the IP addresses that can send webhooks, separated by commas',
      ),
    ],
    files: [
      {
        setting: 'caCertificate',
        about: 'the certificate (PEM) of the private certificate authority that the mail server uses',
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
  whatsapp: twilio('WHATSAPP', 'an international phone number', '--from +14155550100'),
  'whatsapp-meta': {
    channel: 'WHATSAPP',
    provider: 'META',
    options: [
      new Option('--phone-number-id <id>', 'the ID that Meta shows for the phone number'),
      new Option(
        '--business-account-id <id>',
        'the ID of the WhatsApp Business Account, which contains the templates',
      ),
    ],
    files: [],
    secrets: [
      { setting: 'accessToken', name: 'access token', variable: 'META_ACCESS_TOKEN', with: null },
      { setting: 'appSecret', name: 'app secret', variable: 'META_APP_SECRET', with: null },
    ],
    example:
      '--phone-number-id 106540352242922 --business-account-id 102290129340398 --access-token-file token.txt --app-secret-file secret.txt',
  },
  sms: twilio('SMS', phoneSenderForms, '--messaging-service-sid MG…'),
  'sms-vonage': {
    channel: 'SMS',
    provider: 'VONAGE',
    options: [
      new Option('--application-id <id>', 'the ID of the Vonage application'),
      new Option(phoneSender, phoneSenderForms),
    ],
    files: [],
    secrets: [
      {
        setting: 'privateKey',
        name: 'private key of the application',
        variable: 'VONAGE_PRIVATE_KEY',
        with: null,
        isText: true,
      },
      {
        setting: 'signatureSecret',
        name: 'signature secret of the account',
        variable: 'VONAGE_SIGNATURE_SECRET',
        with: null,
      },
    ],
    example:
      '--application-id … --private-key-file private.key --signature-secret-file secret.txt --from +14155550100',
  },
  'sms-telnyx': {
    channel: 'SMS',
    provider: 'TELNYX',
    options: [
      new Option('--public-key <key>', 'the public key of the Telnyx account, which verifies webhooks'),
      new Option(phoneSender, phoneSenderForms),
      new Option('--messaging-profile-id <id>', 'required if --from is a name'),
    ],
    files: [],
    secrets: [{ setting: 'apiKey', name: 'API key', variable: 'TELNYX_API_KEY', with: null }],
    example: '--api-key-file key.txt --public-key … --from +14155550100',
  },
  'email-http': endpoint('EMAIL', origin, '--from-address news@example.com'),
  'email-ses': mailApi('SES', {
    options: [
      new Option('--aws-region <region>', 'such as eu-central-1'),
      new Option('--access-key-id <id>', 'AKIA…, the access key of an IAM user'),
      new Option('--configuration-set <name>'),
    ],
    secret: {
      setting: 'secretAccessKey',
      name: 'secret access key',
      variable: 'AWS_SECRET_ACCESS_KEY',
      with: null,
    },
    example: '--aws-region eu-central-1 --access-key-id AKIA… --secret-access-key-file key.txt',
  }),
  'email-mailgun': mailApi('MAILGUN', {
    options: [new Option('--domain <name>', 'the sending domain'), region],
    secret: { setting: 'apiKey', name: 'API key', variable: 'MAILGUN_API_KEY', with: null },
    example: '--domain mail.example.com --api-key-file key.txt',
  }),
  'email-postmark': mailApi('POSTMARK', {
    options: [new Option('--message-stream <id>', 'the message stream, by default broadcast')],
    secret: { setting: 'serverToken', name: 'server token', variable: 'POSTMARK_SERVER_TOKEN', with: null },
    example: '--server-token-file token.txt',
  }),
  'email-sendgrid': mailApi('SENDGRID', {
    options: [region],
    secret: { setting: 'apiKey', name: 'API key', variable: 'SENDGRID_API_KEY', with: null },
    example: '--api-key-file key.txt',
  }),
  'whatsapp-http': endpoint('WHATSAPP', passedOn, '--from Shop'),
  'sms-http': endpoint('SMS', passedOn, '--from Shop'),
  'email-pool': pool('EMAIL', 'domain=…'),
  'whatsapp-pool': pool('WHATSAPP', 'country=…'),
  'sms-pool': pool('SMS', 'country=…'),
} as const satisfies Record<string, SenderKind>;

/** The kind of a channel's integration. */
export const usualKinds: Record<Channel, SenderKind> = {
  EMAIL: kinds.email,
  WHATSAPP: kinds.whatsapp,
  SMS: kinds.sms,
};

/** Adds the options of a kind, including options for secret files. Option values are looked up by name. */
export function withSettings<C extends CommandUnknownOpts>(command: C, kind: SenderKind): C {
  for (const option of kind.options) command.addOption(option);
  for (const { setting, about } of kind.files) command.option(`${fileOption({ setting })} <file>`, about);
  for (const secret of kind.secrets) {
    const about = `contains the ${secret.name}, - for a prompt; otherwise from ${secret.variable}`;
    command.option(`${fileOption(secret)} <file>`, about);
  }
  return command;
}

/** Returns `--auth-token-file` for authToken. */
function fileOption({ setting }: Pick<Secret, 'setting'>): string {
  return `--${setting.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}-file`;
}

/**
 * Returns the given settings with their secrets: all required secrets for a new sender, otherwise only secrets that are
 * given as files.
 */
export async function settingsOf(kind: SenderKind, given: Json, world: World, isNew: boolean): Promise<Json> {
  const names = kind.options.map((option) => option.attributeName());
  const own = Object.fromEntries(
    // --url is the URL of the API.
    names.filter((name) => name in given).map((name) => [name === 'endpoint' ? 'url' : name, given[name]]),
  );
  for (const { setting } of kind.files) {
    const file = given[`${setting}File`] as string | undefined;
    if (file !== undefined) own[setting] = await readText(file, world);
  }
  for (const secret of kind.secrets) {
    const file = given[`${secret.setting}File`] as string | undefined;
    const isThere = secret.isOptional !== true || (world.env[secret.variable] ?? '') !== '';
    const isNeeded = isNew && isThere && (secret.with === null || secret.with in given);
    if (file !== undefined || isNeeded)
      own[secret.setting] = await secretFrom({ ...secret, option: fileOption(secret), file }, world);
  }
  return own;
}
