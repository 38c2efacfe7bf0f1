import { Option } from '@commander-js/extra-typings';
import type { Json } from '../api/json';
import { secretFrom } from '../terminal/secret';
import { oneOf, wholeNumber } from '../words/values';
import type { World } from '../world';

export type Channel = 'EMAIL' | 'WHATSAPP' | 'SMS';

/** A secret of an integration: which file or variable it comes from, and the setting that it belongs to. */
interface Secret {
  setting: string;
  name: string;
  option: string;
  variable: string;
  /** Needed where this setting is given; null: always. */
  with: string | null;
}

interface SettingOptions {
  /** Their names are those of the settings: `--from-address` is fromAddress. */
  options: () => Option[];
  secrets: Secret[];
}

const twilioSecrets: Secret[] = [
  {
    setting: 'authToken',
    name: 'auth token',
    option: '--auth-token-file',
    variable: 'TWILIO_AUTH_TOKEN',
    with: null,
  },
  {
    setting: 'apiKeySecret',
    name: "API key's secret",
    option: '--api-key-secret-file',
    variable: 'TWILIO_API_SECRET',
    with: 'apiKeySid',
  },
];

const twilioOptions = (sender: string) => () => [
  new Option('--account-sid <sid>', 'AC…, the account at Twilio'),
  new Option('--api-key-sid <sid>', 'SK…, a key of it to send by'),
  new Option('--from <sender>', sender),
  new Option('--messaging-service-sid <sid>', 'MG…, a service that chooses the sender'),
];

/** The settings of each channel: docs/api.md, Integrations. */
export const settingOptions: Record<Channel, SettingOptions> = {
  EMAIL: {
    options: () => [
      new Option('--host <name>', 'the mail server'),
      new Option('--port <n>').argParser(wholeNumber),
      new Option('--security <kind>', 'none, starttls or tls').argParser(oneOf('none', 'starttls', 'tls')),
      new Option('--username <name>'),
      new Option('--from-address <address>', 'who mails come from'),
      new Option('--from-name <name>'),
      new Option('--reply-to <address>'),
      new Option('--bounce-address <address>'),
      new Option('--postal-address <text>', 'your postal address, for the footer'),
      new Option('--max-connections <n>', 'connections that the server bears').argParser(wholeNumber),
    ],
    secrets: [
      {
        setting: 'password',
        name: 'password of the mail server',
        option: '--password-file',
        variable: 'SMTP_PASSWORD',
        with: 'username',
      },
    ],
  },
  WHATSAPP: { options: twilioOptions('an international phone number'), secrets: twilioSecrets },
  SMS: { options: twilioOptions('a phone number, a short code or a name'), secrets: twilioSecrets },
};

/** All options of a channel, those for files with secrets among them. */
export function optionsOf(channel: Channel): Option[] {
  const { options, secrets } = settingOptions[channel];
  const files = secrets.map(
    ({ option, name, variable }) =>
      new Option(`${option} <file>`, `holds the ${name}, - to be asked; else ${variable}`),
  );
  return [...options(), ...files];
}

/** What of the given options are settings, without secrets. */
export function settingsOf(channel: Channel, given: Json): Json {
  const names = settingOptions[channel].options().map((option) => option.attributeName());
  return Object.fromEntries(
    names.flatMap((name) => (given[name] === undefined ? [] : [[name, given[name]]])),
  );
}

/** The secrets that come with these settings: all that are needed for a new integration, else those given a file. */
export async function secretsOf(
  channel: Channel,
  given: Json,
  world: World,
  isNew: boolean,
): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const secret of settingOptions[channel].secrets) {
    const value = given[new Option(`${secret.option} <file>`).attributeName()];
    const file = typeof value === 'string' ? value : undefined;
    const isNeeded = isNew && (secret.with === null || secret.with in given);
    if (file !== undefined || isNeeded) found[secret.setting] = await secretFrom({ ...secret, file }, world);
  }
  return found;
}
