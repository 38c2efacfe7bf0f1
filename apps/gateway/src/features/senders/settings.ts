import {
  type Channel,
  type FieldError,
  type Setting,
  type SettingsTable,
  channelRow,
  eachChannel,
  wrongTogether,
} from '@carillon/contracts';
import { isRecord, issue } from '@carillon/input';
import { X509Certificate } from 'node:crypto';
import { type Type, applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { IsIn, IsOptional } from 'class-validator';
import { IsAddressOf, addressIssues, addressRule, canonical } from '../../http/input/channel';
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
import { IsText, IsTwilioSid, textRule } from '../../http/input/texts';
import { readBlock } from '../../security/client-networks';
import { kindOfHost } from './mail-host';

/** Settings of integrations, held to the tables of their channels: what a channel has is said there alone. */
export type GivenSettings = Readonly<Record<string, unknown>>;

const hostName = textRule({ max: 255 });
const hostRule: Rule = stringRule(hostName.schema, (host, input) => {
  const unfit = hostName.issues(host, input);
  if (unfit.length > 0 || kindOfHost(host) !== 'invalid') return unfit;
  return issue('not_allowed', 'This is neither a host name nor an IP address');
});

/** As long as a domain may be that has signed return paths of 61 octets in front of it: RFC 5321 §4.5.3.1.3. */
const domainName = textRule({ max: 254 - 62 });
const domainRule: Rule = stringRule(domainName.schema, (domain, input) => {
  const unfit = domainName.issues(domain, input);
  if (unfit.length > 0 || addressIssues(`bounce@${domain}`, 'EMAIL').length === 0) return unfit;
  return issue('not_allowed', 'This is not the name of a domain');
});

const networksRule = (max: number): Rule => {
  const list = textRule({ max });
  return stringRule(list.schema, (text, input) => {
    const unfit = list.issues(text, input);
    const isFit = text.split(',').every((each) => readBlock(each.trim()) !== null);
    return unfit.length > 0 || isFit
      ? unfit
      : issue(
          'not_allowed',
          'These are not IP addresses, or blocks such as 192.0.2.0/24, with commas between',
        );
  });
};

const pemBlock = /-----BEGIN ([A-Z0-9 ]+)-----[\s\S]*?-----END \1-----/g;

const certificatesRule = (max: number): Rule => {
  const text = textRule({ max, lines: true });
  return stringRule(text.schema, (pem, input) => {
    const unfit = text.issues(pem, input);
    if (unfit.length > 0) return unfit;
    const blocks = [...pem.matchAll(pemBlock)];
    const areAll = blocks.length > 0 && pem.replaceAll(pemBlock, '').trim() === '';
    return areAll && blocks.every(([block, label]) => label === 'CERTIFICATE' && isCertificate(block))
      ? []
      : issue(
          'not_allowed',
          'These are not certificates in PEM, from -----BEGIN CERTIFICATE----- to -----END CERTIFICATE-----, and nothing else',
        );
  });
};

function isCertificate(pem: string): boolean {
  try {
    return new X509Certificate(pem).subject !== '';
  } catch {
    return false;
  }
}

/** Twilio's own have 5 or 6 digits; in other countries there are shorter and longer ones. */
const shortCode = /^\d{3,8}$/;
/**
 * An alphanumeric sender id: up to 11 characters, not only digits. One that begins or ends with something else than a
 * letter or a digit is rather a mistake. https://www.twilio.com/docs/glossary/what-alphanumeric-sender-id
 */
const senderName = /^(?=.{1,11}$)(?=.*[A-Za-z])[A-Za-z0-9](?:[A-Za-z0-9 +_&-]*[A-Za-z0-9])?$/;
const isNoPhone = (sender: string): boolean => shortCode.test(sender) || senderName.test(sender);
const notASender =
  'This is neither an international phone number nor a short code nor a name of at most 11 letters, digits and spaces';

const senderRule: Rule = stringRule(addressRule().schema, (sender) =>
  (isNoPhone(sender) ? [] : addressIssues(sender, 'SMS')).map((found) =>
    found.code === 'invalid_phone' ? { ...found, detail: notASender } : found,
  ),
);

function IsSetting(setting: Setting): PropertyDecorator {
  switch (setting.form) {
    case 'line':
      return IsText(setting);
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
    case 'networks':
      return Holds('isNetworks', networksRule(setting.max));
    case 'certificates':
      return Holds('isCertificates', certificatesRule(setting.max));
    case 'email':
      return IsAddressOf('EMAIL');
    case 'phone':
      return IsAddressOf('SMS');
    case 'sender':
      return Holds('isSender', senderRule);
  }
}

/** Of an authority whose key nobody has. */
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

/** What a setting says in the examples of the API's description, where its form does not show it. */
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
};

/** What all settings of a new integration are held to. */
const NewSettings = eachChannel((channel) =>
  classOf(channel, 'Settings', ({ required }) => (required ? [] : [OptionalNotNull()])),
);
/** What some settings that change are held to: null removes one that need not be there. */
const SettingsChange = eachChannel((channel) =>
  classOf(channel, 'SettingsChange', ({ required }) => [required ? OptionalNotNull() : IsOptional()]),
);

function classOf(
  channel: Channel,
  suffix: string,
  presenceOf: (setting: Setting) => PropertyDecorator[],
): Type<object> {
  const title = titleOf(channel) + suffix;
  const { [title]: type = Object } = { [title]: class extends Object {} };
  for (const [name, setting] of Object.entries(channelRow(channel).settings.fields)) {
    const notes = {
      ...(examples[name] !== undefined && { examples: [examples[name]] }),
      ...(setting.secret && { writeOnly: true }),
    };
    applyDecorators(ApiProperty(notes), ...presenceOf(setting), IsSetting(setting))(type.prototype, name);
  }
  return type;
}

/** The channel in the names of schemas. */
export function titleOf(channel: Channel): string {
  return channel.charAt(0) + channel.slice(1).toLowerCase();
}

/** What is wrong with all settings of a new integration; undefined: it is not known of which channel. */
export function newSettingsIssues(value: unknown, channel: Channel | undefined): FieldError[] {
  if (channel === undefined) return [];
  const table: SettingsTable = channelRow(channel).settings;
  const issues = issuesAs(NewSettings[channel], value);
  if (!isRecord(value)) return issues;
  // Those that are required are looked for already.
  const isThere = (name: string): boolean =>
    value[name] !== undefined || table.fields[name]?.required === true;
  return [...issues, ...wrongTogether(table, isThere)];
}

/** What is wrong with some settings that change. */
export function settingsChangeIssues(value: unknown, channel: Channel): FieldError[] {
  return issuesAs(SettingsChange[channel], value);
}

const anyOf = (schemas: Readonly<Record<Channel, JsonSchema>>): JsonSchema => ({
  anyOf: Object.values(schemas),
});

/** Settings of a new integration by channel, and of any channel: new ones, changed ones, and as they are shown. */
export const newSettingsSchemas = eachChannel(newSettingsSchema);
export const settingsSchemas = {
  anyNew: anyOf(newSettingsSchemas),
  anyChange: anyOf(eachChannel((channel) => schemaOf(SettingsChange[channel]))),
  anyShown: anyOf(eachChannel(shownSettingsSchema)),
};

function newSettingsSchema(channel: Channel): JsonSchema {
  const { pairs, either }: SettingsTable = channelRow(channel).settings;
  const { properties, ...schema } = schemaOf(NewSettings[channel]);
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

function shownSettingsSchema(channel: Channel): JsonSchema {
  const { properties, ...schema } = schemaOf(NewSettings[channel]);
  const { fields }: SettingsTable = channelRow(channel).settings;
  const isShown = (name: string): boolean => fields[name]?.secret !== true;
  return {
    ...schema,
    $id: `${titleOf(channel)}SettingsShown`,
    properties: Object.fromEntries(Object.entries(properties).filter(([name]) => isShown(name))),
    required: schema.required?.filter(isShown),
  };
}

/** A setting as it is stored: addresses in canonical form, all else as given. */
export function kept({ form }: Setting, value: unknown): unknown {
  if (typeof value !== 'string') return value;
  if (form === 'email') return canonical('EMAIL', value);
  if (form === 'phone' || (form === 'sender' && !isNoPhone(value))) return canonical('SMS', value);
  return value;
}
