import { type CommandUnknownOpts, InvalidArgumentError, Option } from '@commander-js/extra-typings';
import { type Json, type Schemas, isJson } from './api/api';

/** Adds a noun, a group of verbs: `carillon groups`. */
export function nounOf(parent: CommandUnknownOpts, name: string, description: string): CommandUnknownOpts {
  return parent.command(name).description(description);
}

/** The meanings of arguments. */
const meanings: Record<string, string> = {
  ...{
    campaign: 'campaign ID',
    key: 'key ID',
    media: 'file ID',
    person: 'person ID',
    other: 'ID of the person to remove',
    segment: 'segment ID',
    subscriber: 'subscriber ID',
    template: 'template ID',
    topic: 'topic ID',
    user: 'user ID',
    webhook: 'webhook ID',
  },
  ...{ campaigns: 'IDs, at most 1000', subscribers: 'IDs, at most 1000', suppressions: 'IDs, at most 1000' },
  address: 'email address or international phone number',
  conditions: 'a JSON object',
  filter: 'name or ID',
  file: 'a CSV or NDJSON file; - for standard input',
  group: 'slug or ID',
  path: 'an image or another file; - for standard input',
  sender: 'name or ID',
};

/**
 * Adds a verb: `carillon groups create`. The help of every command contains its usage and examples.
 * @param usage its name and arguments
 * @param examples arguments after its name
 */
export function verb<const Usage extends string>(
  noun: CommandUnknownOpts,
  usage: Usage,
  description: string,
  ...examples: string[]
) {
  const command = noun.command(usage).description(description);
  for (const argument of command.registeredArguments) argument.description = meanings[argument.name()] ?? '';
  const lines = (examples.length > 0 ? examples : ['']).map((words) =>
    `  ${called(command)} ${words}`.trimEnd(),
  );
  return command.addHelpText('after', `\nExamples:\n${lines.join('\n')}`);
}

/** Returns a command as users type it. */
function called(command: CommandUnknownOpts): string {
  return command.parent ? `${called(command.parent)} ${command.name()}` : command.name();
}

/** An ID for examples. */
export const ID = '6560f0a1b2c3d4e5f6a7b8c9';
export const CHANNELS = 'email, whatsapp, or sms';

/** Parses `--limit 10`. */
export function wholeNumber(word: string): number {
  if (!/^[1-9]\d{0,8}$/.test(word)) throw new InvalidArgumentError('Must be an integer above 0.');
  return Number(word);
}

/** Parses `--overlap 0`. */
export function notNegative(word: string): number {
  if (!/^\d{1,9}$/.test(word)) throw new InvalidArgumentError('Must be an integer.');
  return Number(word);
}

/** Parses `--rate 0.5`. */
export function someNumber(word: string): number {
  if (!/^\d{1,9}(\.\d{1,9})?$/.test(word)) throw new InvalidArgumentError('Must be a number.');
  return Number(word);
}

/** Parses one of these values, in any letter case. */
export function oneOf<const Value extends string>(...values: readonly Value[]): (word: string) => Value {
  return (word) => {
    const found = values.find((value) => value.toLowerCase() === word.toLowerCase());
    if (!found) throw new InvalidArgumentError(`Allowed values: ${values.join(', ')}.`);
    return found;
  };
}

/** Parses some of these values, separated by commas. */
export function someOf<const Value extends string>(...values: readonly Value[]): (word: string) => Value[] {
  const one = oneOf(...values);
  return (words) => words.split(',').map((word) => one(word.trim()));
}

/** Collects a repeatable option. */
export function collected(word: string, before: string[] = []): string[] {
  return [...before, word];
}

/** Parses `--data name=Ann --data city=Paris`, which may be repeated. */
export function pair(word: string, before: Record<string, string> = {}): Record<string, string> {
  const [, key, value] = /^([^=]+)=(.*)$/s.exec(word) ?? [];
  if (key === undefined || value === undefined)
    throw new InvalidArgumentError('Must have the form key=value.');
  return { ...before, [key]: value };
}

/** Parses `--data-json '{"name": "Ann"}'`. The API checks its depth. */
export function jsonObject(word: string): Schemas['ExtraData'] {
  let value: unknown;
  try {
    value = JSON.parse(word);
  } catch {
    // Reported below, as for JSON of another type.
  }
  if (!isJson(value)) throw new InvalidArgumentError('Must be a JSON object.');
  return value as Schemas['ExtraData'];
}

export const channels = ['EMAIL', 'WHATSAPP', 'SMS'] as const satisfies Schemas['Channel'][];
export const channel = oneOf(...channels);
export const channelList = someOf(...channels);

/** Options of several commands. */
export const options = {
  limit: new Option('--limit <n>', 'maximum number of items (default: all)').argParser(wholeNumber),
  /** For commands that ask before an irreversible action. */
  yes: new Option('-y, --yes', 'skip confirmation prompts'),
  /** Extra data of a subscriber: texts one by one, or an object of any values. */
  data: new Option('--data <key=value>', 'a placeholder value; can be repeated').argParser(pair),
  dataJson: new Option(
    '--data-json <object>',
    'the same as a JSON object, for values other than text',
  ).argParser(jsonObject),
};

/** Returns undefined if neither option is given. */
export function extraData(given: { data?: Json | undefined; dataJson?: Json | undefined }) {
  if (!given.data && !given.dataJson) return undefined;
  return { ...given.dataJson, ...given.data } as Schemas['ExtraData'];
}
