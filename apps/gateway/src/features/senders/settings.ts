import {
  type Channel,
  type FieldError,
  POOL_LIMITS,
  type SenderProvider,
  type Setting,
  channels,
  providersOf,
  settingsTable,
  usualProvider,
  wrongTogether,
} from '@carillon/contracts';
import { unfitUrl } from '@carillon/http-client';
import { isRecord, issue } from '@carillon/input';
import { X509Certificate, createPrivateKey, sign } from 'node:crypto';
import { type Type, applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { IsIn, IsOptional } from 'class-validator';
import { IsAddressOf, IsMailbox, addressIssues, addressRule, canonical } from '../../http/input/channel';
import { integer, listOf, matching, objectOf } from '../../http/input/composed';
import { countryRule } from '../../http/input/country';
import { issuesAs } from '../../http/input/input-class';
import { schemaOf } from '../../http/input/input-schema';
import {
  Holds,
  IsIntWithin,
  type JsonSchema,
  OptionalNotNull,
  type Rule,
  stringRule,
} from '../../http/input/rule';
import { IsText, IsTwilioSid, idRule, textRule } from '../../http/input/texts';
import { readBlock } from '../../security/client-networks';
import { kindOfHost } from './mail-host';

/** A provider of a channel. */
export interface Kind {
  channel: Channel;
  provider: SenderProvider;
}

/** Validates the settings of senders with the tables of their providers, which are the only source of their fields. */
export type SettingsInput = Readonly<Record<string, unknown>>;

/** A rule for texts that also have a form. */
function formed(text: Rule, fits: (value: string) => boolean, detail: string, schema: JsonSchema = {}): Rule {
  return stringRule({ ...text.schema, ...schema }, (value, input) => {
    const unfit = text.issues(value, input);
    return unfit.length > 0 || fits(value) ? unfit : issue('not_allowed', detail);
  });
}

const hostRule = formed(
  textRule({ max: 255 }),
  (host) => kindOfHost(host) !== 'invalid',
  'Must be a host name or an IP address',
);

/** The maximum length of a bounce domain, because signed return paths add 61 octets before it (RFC 5321 §4.5.3.1.3). */
const domainRule = formed(
  textRule({ max: 254 - 62 }),
  (domain) => addressIssues(`bounce@${domain}`, 'EMAIL').length === 0,
  'Must be a domain name',
);

/** A text of at most `max` characters that matches the pattern. */
const patterned =
  (form: RegExp, detail: string) =>
  (max: number): Rule =>
    formed(textRule({ max }), (value) => form.test(value), detail, { pattern: form.source });

const labelRule = patterned(
  /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/,
  'Must consist of lowercase letters, digits, and hyphens',
);
const tokenRule = patterned(/^[!-~]+$/, 'Must consist of ASCII letters, digits, and symbols, without spaces');
const digitsRule = patterned(/^[0-9]+$/, 'Must be an ID that consists of digits');

const networksRule = (max: number): Rule =>
  formed(
    textRule({ max }),
    (text) => text.split(',').every((each) => readBlock(each.trim()) !== null),
    'Must be IP addresses or CIDR blocks, such as 192.0.2.0/24, separated by commas',
  );

const pemBlock = /-----BEGIN ([A-Z0-9 ]+)-----[\s\S]*?-----END \1-----/g;

const certificatesRule = (max: number): Rule =>
  formed(
    textRule({ max, lines: true }),
    areCertificates,
    'Must contain only PEM certificates, from -----BEGIN CERTIFICATE----- to -----END CERTIFICATE-----',
  );

function areCertificates(pem: string): boolean {
  const blocks = [...pem.matchAll(pemBlock)];
  const areAll = blocks.length > 0 && pem.replaceAll(pemBlock, '').trim() === '';
  return areAll && blocks.every(([block, kind]) => kind === 'CERTIFICATE' && isCertificate(block));
}

function isCertificate(pem: string): boolean {
  try {
    return new X509Certificate(pem).subject !== '';
  } catch {
    return false;
  }
}

/** A short code. Twilio's short codes have 5 or 6 digits. Other countries have shorter and longer codes. */
const shortCode = /^\d{3,8}$/;
/**
 * An alphanumeric sender ID: up to 11 characters, not only digits. An ID that begins or ends with a character other
 * than a letter or digit is probably a mistake. https://www.twilio.com/docs/glossary/what-alphanumeric-sender-id
 */
const senderName = /^(?=.{1,11}$)(?=.*[A-Za-z])[A-Za-z0-9](?:[A-Za-z0-9 +_&-]*[A-Za-z0-9])?$/;
const isNoPhone = (sender: string): boolean => shortCode.test(sender) || senderName.test(sender);
const notASender =
  'Must be an international phone number, a short code, or a name of at most 11 letters, digits, and spaces';

const senderRule: Rule = stringRule(addressRule().schema, (sender) =>
  (isNoPhone(sender) ? [] : addressIssues(sender, 'SMS')).map((found) =>
    found.code === 'invalid_phone' ? { ...found, detail: notASender } : found,
  ),
);

const urlRule = (max: number): Rule => {
  const text = textRule({ max });
  return stringRule({ ...text.schema, format: 'uri' }, (url, input) => {
    const wrong = text.issues(url, input);
    // The commands check whether the host may be private.
    const unfit = wrong.length > 0 ? null : unfitUrl(url, true);
    return unfit === null ? wrong : issue('not_allowed', unfit);
  });
};

const SECRET_BYTES = { least: 24, most: 64 };
const signingSecretRule: Rule = stringRule({ pattern: '^whsec_[A-Za-z0-9+/]{32,86}={0,2}$' }, (secret) => {
  const [, base64] = /^whsec_([A-Za-z0-9+/]+={0,2})$/.exec(secret) ?? [];
  const bytes = base64 === undefined ? 0 : Buffer.from(base64, 'base64').length;
  if (bytes >= SECRET_BYTES.least && bytes <= SECRET_BYTES.most) return [];
  return issue('not_allowed', 'Must be whsec_ followed by 24 to 64 bytes in base64');
});

const uuidRule = matching(
  '^[0-9A-Fa-f]{8}(?:-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}$',
  'Must be a UUID, such as 01234567-89ab-4cde-8f01-23456789abcd',
);

const ed25519KeyRule = matching(
  '^[A-Za-z0-9+/]{43}=$',
  'Must be a 32-byte public key in base64 (44 characters)',
);

/** A signature with a longer key takes a worker seconds, and all its other messages wait. */
const RSA_BITS = { least: 2_048, most: 4_096 };
const privateKeyRule = (max: number): Rule =>
  formed(
    textRule({ max, lines: true }),
    isRsaKey,
    'Must be an RSA private key of 2,048 to 4,096 bits in PEM, from -----BEGIN PRIVATE KEY----- to -----END PRIVATE KEY-----',
  );

/** Whether the text is a key that can sign. */
function isRsaKey(pem: string): boolean {
  try {
    const key = createPrivateKey(pem);
    const bits = key.asymmetricKeyDetails?.modulusLength ?? 0;
    if (key.asymmetricKeyType !== 'rsa' || bits < RSA_BITS.least || bits > RSA_BITS.most) return false;
    return sign('sha256', Buffer.alloc(1), key).length > 0;
  } catch {
    return false;
  }
}

const domainNameRule = matching(
  '^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\\.)+[a-z0-9-]{2,63}$',
  'Must be a domain name in lowercase, such as example.com',
  { examples: ['example.com'] },
);
const listed = (item: Rule): Rule => listOf(item, { min: 1, max: POOL_LIMITS.rules });

/** The senders of a pool. */
function membersRule(by: 'domains' | 'countries'): Rule {
  const member = objectOf({
    required: { senderId: idRule },
    optional: {
      weight: integer({ min: 1, max: POOL_LIMITS.weight }),
      [by]: listed(by === 'domains' ? domainNameRule : countryRule),
      topicIds: listed(idRule),
    },
  });
  return listOf(member, { min: 1, max: POOL_LIMITS.members });
}

function IsSetting(setting: Setting): PropertyDecorator {
  switch (setting.form) {
    case 'line':
      return IsText(setting);
    case 'token':
      return Holds('isToken', tokenRule(setting.max));
    case 'number':
      return IsIntWithin(setting);
    case 'choice':
      return IsIn(setting.of);
    case 'sid':
      return IsTwilioSid(setting.prefix);
    case 'host':
      return Holds('isHost', hostRule);
    case 'domain':
      return Holds('isDomain', domainRule);
    case 'label':
      return Holds('isLabel', labelRule(setting.max));
    case 'networks':
      return Holds('isNetworks', networksRule(setting.max));
    case 'certificates':
      return Holds('isCertificates', certificatesRule(setting.max));
    case 'email':
      return IsMailbox();
    case 'phone':
      return IsAddressOf('SMS');
    case 'sender':
      return Holds('isSender', senderRule);
    case 'url':
      return Holds('isUrl', urlRule(setting.max));
    case 'signing-secret':
      return Holds('isSigningSecret', signingSecretRule);
    case 'uuid':
      return Holds('isUuid', uuidRule);
    case 'digits':
      return Holds('isDigits', digitsRule(setting.max));
    case 'private-key':
      return Holds('isPrivateKey', privateKeyRule(setting.max));
    case 'ed25519-key':
      return Holds('isEd25519Key', ed25519KeyRule);
    case 'members':
      return Holds('areMembers', membersRule(setting.by));
  }
}

/** The certificate of an authority whose private key was discarded. */
const exampleCertificate = [
  '-----BEGIN CERTIFICATE-----',
  'MIIBgTCCASegAwIBAgIUTPEBdHQRBGq4UqZrm5rMj2IIOzEwCgYIKoZIzj0EAwIw',
  'FTETMBEGA1UEAwwKRXhhbXBsZSBDQTAgFw0yNjExMjcyMTU3MDdaGA8yMTI2MTEw',
  'MzIxNTcwN1owFTETMBEGA1UEAwwKRXhhbXBsZSBDQTBZMBMGByqGSM49AgEGCCqG',
  'SM49AwEHA0IABFWr/EgNVO9jH+mWL92D2Mw5YSCQwVWOxy473xyG57hNt1hSCJ5k',
  'TfjHjFkEwAMKGkbtv+/rqjvwlDIlwa0ZGbWjUzBRMB0GA1UdDgQWBBTl3l+jcfH1',
  'oIO4RrCvNIBXuxxcBzAfBgNVHSMEGDAWgBTl3l+jcfH1oIO4RrCvNIBXuxxcBzAP',
  'BgNVHRMBAf8EBTADAQH/MAoGCCqGSM49BAMCA0gAMEUCIQCk8AGtPNIvLhrEIXSm',
  'cXN0ipXGvq0rG0B3Gvpqt/E7pwIgf8cG0F0VLLajRoCveT8SDyc328X8QZxKBlHM',
  'hAnPosY=',
  '-----END CERTIFICATE-----',
].join('\n');

/** The example of a setting in the API description, if its form doesn't imply one. */
const examples: Readonly<Record<string, unknown>> = {
  host: 'smtp.example.com',
  port: 587,
  security: 'starttls',
  username: 'news',
  password: 'correct horse battery staple',
  caCertificate: exampleCertificate,
  fromAddress: 'news@example.com',
  fromName: 'The choir',
  replyTo: 'ann@example.com',
  bounceAddress: 'bounces@example.com',
  bounceDomain: 'bounces.example.com',
  postalAddress: '1 Main Street, 0150 Oslo',
  footerLanguage: 'en',
  maxConnections: 5,
  feedbackProvider: 'SES',
  feedbackKey: 'arn:aws:sns:eu-west-1:123456789012:mail',
  feedbackAddresses: '192.0.2.0/24',
  authToken: 'fedcba9876543210fedcba9876543210',
  apiKeySecret: 'a secret that Twilio showed once',
  from: '+14155552671',
  region: 'eu',
  serverToken: '00000000-0000-4000-8000-000000000000',
  messageStream: 'broadcast',
  domain: 'mail.example.com',
  awsRegion: 'eu-central-1',
  accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
  secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
  configurationSet: 'news',
  strategy: 'ORDER',
  members: [{ senderId: '5f0c7d0a1b2c3d4e5f607182' }],
  url: 'https://sender.example.com/messages',
  applicationId: '01234567-89ab-4cde-8f01-23456789abcd',
  privateKey: '-----BEGIN PRIVATE KEY-----\n…\n-----END PRIVATE KEY-----',
  signatureSecret: 'the signature secret of the account',
  apiKey: 'key-that-the-provider-showed-once',
  publicKey: '7Glu4Uf+O7b63z7su9gyyZisgKl3l385GgxgoUkDc3o=',
  messagingProfileId: '40017b7d-3e2c-4a4c-9a3e-0d5d6f7a8b9c',
  phoneNumberId: '106540352242922',
  businessAccountId: '102290129340398',
  accessToken: 'token-of-a-system-user-that-does-not-expire',
  appSecret: '0123456789abcdef0123456789abcdef',
  secret: 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD',
};

const kinds: readonly Kind[] = channels.flatMap((channel) =>
  providersOf(channel).map((provider) => ({ channel, provider })),
);
const isUsual = ({ channel, provider }: Kind): boolean => provider === usualProvider(channel);
const usualKinds = kinds.filter(isUsual);

/** The rule for all settings of a new sender. */
const NewSettings = eachKind((kind) =>
  classOf(kind, 'Settings', ({ required }) => (required ? [] : [OptionalNotNull()])),
);
/** The rule for changed settings. Null removes an optional setting. */
const SettingsChange = eachKind((kind) =>
  classOf(kind, 'SettingsChange', ({ required }) => [required ? OptionalNotNull() : IsOptional()]),
);

function eachKind<T>(make: (kind: Kind) => T): (kind: Kind) => T {
  const made = new Map(kinds.map((kind) => [keyOf(kind), make(kind)]));
  return (kind) => {
    const found = made.get(keyOf(kind));
    if (found === undefined) throw new Error(`${kind.channel} has no provider ${kind.provider}`);
    return found;
  };
}

function keyOf({ channel, provider }: Kind): string {
  return `${channel}/${provider}`;
}

function classOf(
  kind: Kind,
  suffix: string,
  presenceOf: (setting: Setting) => PropertyDecorator[],
): Type<object> {
  const title = titleOf(kind) + suffix;
  const { [title]: type = Object } = { [title]: class extends Object {} };
  for (const [name, setting] of Object.entries(settingsTable(kind).fields)) {
    const notes = {
      ...(examples[name] !== undefined && { examples: [examples[name]] }),
      ...(setting.secret && { writeOnly: true }),
    };
    applyDecorators(ApiProperty(notes), ...presenceOf(setting), IsSetting(setting))(type.prototype, name);
  }
  return type;
}

/** A kind in the names of schemas. For the default provider of a channel, it is only the channel. */
export function titleOf(kind: Kind): string {
  const channel = capital(kind.channel);
  return isUsual(kind) ? channel : capital(kind.provider) + channel;
}

function capital(name: string): string {
  return name.charAt(0) + name.slice(1).toLowerCase();
}

/** The errors in all settings of a new sender. Undefined if its kind is unknown. */
export function newSettingsIssues(value: unknown, kind: Kind | undefined): FieldError[] {
  if (kind === undefined) return [];
  const table = settingsTable(kind);
  const issues = issuesAs(NewSettings(kind), value);
  if (!isRecord(value)) return issues;
  // Required settings have already been checked.
  const isThere = (name: string): boolean =>
    value[name] !== undefined || table.fields[name]?.required === true;
  return [...issues, ...wrongTogether(table, isThere)];
}

/** The errors in changed settings. */
export function settingsChangeIssues(value: unknown, kind: Kind): FieldError[] {
  return issuesAs(SettingsChange(kind), value);
}

/** The settings of a new sender of a given kind. */
export const newSettingsSchema = eachKind(schemaOfNew);
const changeSchema = eachKind((kind) => schemaOf(SettingsChange(kind)));
const shownSchema = eachKind(schemaOfShown);

const anyOf = (of: readonly Kind[], schema: (kind: Kind) => JsonSchema): JsonSchema => ({
  anyOf: of.map(schema),
});

/**
 * The schemas of settings of any kind, and of the kinds with which integrations are created: new settings, changed
 * settings, and settings as shown.
 */
export const settingsSchemas = {
  anyNew: anyOf(kinds, newSettingsSchema),
  anyChange: anyOf(kinds, changeSchema),
  anyShown: anyOf(kinds, shownSchema),
};
export const integrationSchemas = {
  anyNew: anyOf(usualKinds, newSettingsSchema),
  anyChange: anyOf(usualKinds, changeSchema),
};

function schemaOfNew(kind: Kind): JsonSchema {
  const { pairs, either } = settingsTable(kind);
  const { properties, ...schema } = schemaOf(NewSettings(kind));
  const one = Object.entries(properties).filter(([name]) => !either.slice(1).includes(name));
  const example = Object.fromEntries(
    one.map(([name, { examples = [] }]) => [name, (examples as unknown[])[0]]),
  );
  return {
    ...schema,
    properties,
    dependentRequired: Object.fromEntries(
      [...pairs, ...pairs.map(([a, b]) => [b, a])].map(([a, b]) => [a, [b]]),
    ),
    ...(either.length > 0 && { oneOf: either.map((name) => ({ required: [name] })), examples: [example] }),
  };
}

function schemaOfShown(kind: Kind): JsonSchema {
  const { properties, ...schema } = schemaOf(NewSettings(kind));
  const { fields } = settingsTable(kind);
  const isShown = (name: string): boolean => fields[name]?.secret !== true;
  return {
    ...schema,
    $id: `${titleOf(kind)}SettingsShown`,
    properties: Object.fromEntries(Object.entries(properties).filter(([name]) => isShown(name))),
    required: schema.required?.filter(isShown),
  };
}

/** A setting in its stored form: addresses are canonical, and other settings are unchanged. */
export function kept({ form }: Setting, value: unknown): unknown {
  if (typeof value !== 'string') return value;
  if (form === 'email') return canonical('EMAIL', value);
  if (form === 'phone' || (form === 'sender' && !isNoPhone(value))) return canonical('SMS', value);
  return value;
}
