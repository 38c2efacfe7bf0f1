import { type Channel, type Setting, channelRow, eachChannel } from '@carillon/contracts';
import { type TSchema, type TUnsafe, Type } from '@sinclair/typebox';
import { ruleOf } from './setting-forms';

type Fields = Readonly<Record<string, Setting>>;

/** What a setting says in the examples of the API's description, where its form does not show it. */
const examples: Readonly<Record<string, unknown>> = {
  host: 'smtp.example.com',
  port: 587,
  security: 'starttls',
  username: 'news',
  password: 'correct horse battery staple',
  fromAddress: 'news@example.com',
  fromName: 'The choir',
  replyTo: 'ann@example.com',
  bounceAddress: 'bounces@example.com',
  postalAddress: '1 Main Street, 0150 Oslo',
  maxConnections: 5,
  authToken: 'fedcba9876543210fedcba9876543210',
  apiKeySecret: 'a secret that Twilio showed once',
  from: '+14155552671',
};

/** Settings of a new integration, of a change to one, and as they are shown, for each channel. */
export const settingsSchemas = {
  whole: eachChannel(wholeSchema),
  change: eachChannel(changeSchema),
  shown: eachChannel(shownSchema),
};

/** The channel in the names of schemas. */
export function titleOf(channel: Channel): string {
  return channel.charAt(0) + channel.slice(1).toLowerCase();
}

/** Any of the channels' schemas. */
export function ofAnyChannel(schemas: Readonly<Record<Channel, TSchema>>): TUnsafe<Record<string, unknown>> {
  return Type.Unsafe<Record<string, unknown>>({ anyOf: Object.values(schemas) });
}

function wholeSchema(channel: Channel): TSchema {
  const { fields, pairs, either } = channelRow(channel).settings;
  return closed(`${titleOf(channel)}Settings`, settingsOf(fields), {
    dependentRequired: Object.fromEntries(
      pairs.flatMap(([a, b]) => [
        [a, [b]],
        [b, [a]],
      ]),
    ),
    ...(either.length > 0 && { oneOf: either.map((name) => ({ required: [name] })) }),
    ...(either[0] !== undefined && {
      examples: [exampleOf(fields, (name) => !either.slice(1).includes(name))],
    }),
  });
}

function changeSchema(channel: Channel): TSchema {
  const { fields } = channelRow(channel).settings;
  const changes = Object.entries(fields).map(([name, setting]): [string, TSchema] => {
    const said = settingSchema(name, setting);
    return [name, Type.Optional(setting.required ? said : Type.Union([said, Type.Null()]))];
  });
  return closed(`${titleOf(channel)}SettingsChange`, Object.fromEntries(changes));
}

function shownSchema(channel: Channel): TSchema {
  const { fields } = channelRow(channel).settings;
  const open = Object.entries(fields).filter(([, { secret }]) => secret !== true);
  return closed(`${titleOf(channel)}SettingsShown`, settingsOf(Object.fromEntries(open)));
}

function settingsOf(fields: Fields): Record<string, TSchema> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, setting]) => {
      const schema = settingSchema(name, setting);
      return [name, setting.required ? schema : Type.Optional(schema)];
    }),
  );
}

function settingSchema(name: string, setting: Setting): TSchema {
  const example = examples[name];
  return {
    ...ruleOf(setting).schema,
    ...(example !== undefined && { examples: [example] }),
    ...(setting.secret && { writeOnly: true }),
  };
}

function exampleOf(fields: Fields, isShown: (name: string) => boolean): Record<string, unknown> {
  const shown = Object.entries(settingsOf(fields)).filter(([name]) => isShown(name));
  return Object.fromEntries(shown.map(([name, schema]) => [name, (schema.examples as unknown[])[0]]));
}

function closed(name: string, properties: Record<string, TSchema>, more: object = {}): TSchema {
  return Type.Object(properties, { $id: name, additionalProperties: false, ...more });
}
