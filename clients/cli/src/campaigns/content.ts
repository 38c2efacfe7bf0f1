import { Option } from '@commander-js/extra-typings';
import { UsageError } from '../failures';
import { type Json, isJson } from '../api/json';
import { readText } from '../terminal/input';
import { collected, pair } from '../words/values';
import type { World } from '../world';

/** What is said on each channel, as text or from a file, and the field of the API that it is. */
const messages = [
  { word: 'email', field: 'emailMessage', about: 'HTML of the email; its subject is the name' },
  { word: 'whatsapp', field: 'whatsappMessage', about: 'text by WhatsApp' },
  { word: 'sms', field: 'smsMessage', about: 'text by SMS' },
];

const without: Record<string, string> = {
  ...Object.fromEntries(messages.map(({ word, field }) => [word, field])),
  template: 'whatsappTemplate',
};

/** The options for what a campaign says and to whom. */
export function contentOptions(): Option[] {
  return [
    ...messages.flatMap(({ word, about }) => [
      new Option(`--${word} <text>`, about),
      new Option(`--${word}-file <file>`, 'the same from a file, - for what is piped in'),
    ]),
    new Option('--template <sid>', 'HX…, a template that WhatsApp has approved'),
    new Option('--variable <name=value>', 'what the template is filled with; may be repeated').argParser(
      pair,
    ),
    new Option('--group <group>', 'slug or id of a group to reach; may be repeated').argParser(collected),
  ];
}

/** Takes messages away, for drafts. */
export function withoutOption(): Option {
  return new Option(
    '--without <channel>',
    'takes a message away: email, whatsapp, sms or template; may be repeated',
  ).argParser(collected);
}

/**
 * The messages among the given options.
 * @throws UsageError
 */
export async function contentOf(given: Json, world: World): Promise<Json> {
  const content: Json = {};
  for (const { word, field } of messages) {
    const { [word]: said, [`${word}File`]: file } = given;
    if (file !== undefined && said !== undefined) throw new UsageError(`Either --${word} or --${word}-file`);
    content[field] = typeof file === 'string' ? await readText(file, world) : said;
  }
  if (given.template !== undefined)
    content.whatsappTemplate = {
      contentSid: given.template,
      variables: isJson(given.variable) ? given.variable : {},
    };
  for (const word of Array.isArray(given.without) ? given.without : []) {
    const field = without[String(word)];
    if (!field) throw new UsageError(`--without takes ${Object.keys(without).join(', ')}`);
    content[field] = null;
  }
  return content;
}
