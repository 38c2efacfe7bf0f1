import { canonical, email } from '../checks/channel';
import { Checked, Optional, OptionalOrNull, Required, type Rule, finding } from '../checks/rule';
import { oneOf, wholeNumber } from '../checks/scalars';
import { text } from '../checks/text';
import { kindOfHost } from './mail-host';

const line = text({ max: 255 });
const secret = text({ max: 1024 });
const address = text({ max: 500 });
const port = wholeNumber({ min: 1, max: 65_535 });
const maxConnections = wholeNumber({ min: 1, max: 1_000 });
const security = oneOf(['none', 'starttls', 'tls']);

const host: Rule = (value, owner) => {
  const unfit = line(value, owner);
  if (unfit.length > 0 || typeof value !== 'string' || kindOfHost(value) !== 'invalid') return unfit;
  return finding('not_allowed', 'This is neither a host name nor an IP address');
};

/** A secret is for a login, and a login is nothing without one. */
const passwordWithUsername: Rule = (value, owner) => {
  const username: unknown = Reflect.get(owner, 'username');
  if (value === undefined)
    return username === undefined ? [] : finding('required', 'A username needs a password');
  return secret(value, owner);
};
const usernameWithPassword: Rule = (value, owner) => {
  const password: unknown = Reflect.get(owner, 'password');
  if (value === undefined)
    return password === undefined ? [] : finding('required', 'A password needs a username');
  return line(value, owner);
};

/** The settings of a user's own mail server, whole. `password` is sealed and never shown. */
export class EmailSettings {
  @Required(host) readonly host!: string;
  @Required(port) readonly port!: number;
  @Required(security) readonly security!: string;
  @Checked(usernameWithPassword) readonly username?: string;
  @Checked(passwordWithUsername) readonly password?: string;
  @Required(email) readonly fromAddress!: string;
  @Optional(line) readonly fromName?: string;
  @Optional(email) readonly replyTo?: string;
  @Optional(email) readonly bounceAddress?: string;
  @Optional(address) readonly postalAddress?: string;
  @Optional(maxConnections) readonly maxConnections?: number;
}

/** Some of the settings, to be changed. Null removes one that a mail server can do without. */
export class EmailSettingsChange {
  @Optional(host) readonly host?: string;
  @Optional(port) readonly port?: number;
  @Optional(security) readonly security?: string;
  @OptionalOrNull(line) readonly username?: string | null;
  @Optional(secret) readonly password?: string;
  @Optional(email) readonly fromAddress?: string;
  @OptionalOrNull(line) readonly fromName?: string | null;
  @OptionalOrNull(email) readonly replyTo?: string | null;
  @OptionalOrNull(email) readonly bounceAddress?: string | null;
  @OptionalOrNull(address) readonly postalAddress?: string | null;
  @OptionalOrNull(maxConnections) readonly maxConnections?: number | null;
}

const addresses: readonly string[] = ['fromAddress', 'replyTo', 'bounceAddress'];

/** The settings as they are stored: addresses in canonical form, without the password, which is answered apart. */
export function partSettings(given: EmailSettings | EmailSettingsChange): {
  settings: Record<string, unknown>;
  password: string | undefined;
} {
  const { password, ...open } = given;
  const settings = Object.entries(open).flatMap(([name, value]: [string, unknown]) => {
    if (value === undefined) return [];
    return [
      [name, addresses.includes(name) && typeof value === 'string' ? canonical('EMAIL', value) : value],
    ];
  });
  return { settings: Object.fromEntries(settings) as Record<string, unknown>, password };
}
