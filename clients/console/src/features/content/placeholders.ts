import type { Schemas } from '@carillon/sdk';
import type { Texts } from '../../texts';

type Channel = Schemas['Channel'];
/** The language of the texts of a campaign. */
export type Engine = Schemas['CampaignDetail']['engine'];
type Fields = Schemas['AudienceFields'];

/** A name in people's data. */
export interface DataField {
  name: string;
  /** How many people on the channel have it; undefined: seen in a person's data, but not counted yet. */
  people: number | undefined;
}

/** Name keys in the languages of Europe, because names are inserted most often. */
const greeting =
  /^(?:first[ _-]?name|given[ _-]?name|fore[ _-]?name|name|vor[ _-]?name|pr[eé]nom|nombre|nome|imi[eę]|voornaam|f[oö]rnamn|etunimi)$/i;

/** The placeholder names of a channel's people: name keys first, then the most frequent ones. */
export function fieldsOn(
  channel: Channel,
  fields: Fields | null,
  sample: readonly Schemas['Subscriber'][],
): DataField[] {
  const counted = (fields?.names ?? [])
    .map(({ name, people }) => ({ name, people: people[channel] }))
    .filter(({ people }) => people > 0);
  const names = new Set(fields?.names.map(({ name }) => name));
  const here = sample.filter(({ integration }) => integration === channel);
  const seen = [...new Set(here.flatMap(({ extraData }) => Object.keys(extraData)))].sort();
  const all: DataField[] = [
    ...counted.sort((a, b) => b.people - a.people),
    ...seen.filter((name) => !names.has(name)).map((name) => ({ name, people: undefined })),
  ];
  const isGreeting = ({ name }: DataField): boolean => greeting.test(name);
  return [...all.filter(isGreeting), ...all.filter((each) => !isGreeting(each))];
}

/** The key of people's names; undefined: none. */
export function greetingField(fields: readonly { name: string }[]): string | undefined {
  return fields.find(({ name }) => greeting.test(name))?.name;
}

/** A placeholder with a fallback, with a name from the account's data. */
export function exampleOf(fields: readonly { name: string }[], { firstSteps }: Texts): string {
  const name = fields.find((each) => greeting.test(each.name))?.name ?? fields[0]?.name ?? 'name';
  return `{{${name}|${firstSteps.friend}}}`;
}

/** A name that Liquid reads without quotation marks. */
const plainName = /^[\p{L}_][\p{L}\p{N}_-]*$/u;

/** The text of a placeholder. An empty fallback: it has none. */
export function placeholderText(name: string, fallback: string, engine: Engine): string {
  // These characters would end the placeholder.
  const instead = fallback.replaceAll(/[{}|"]/g, '').trim();
  if (engine === 'simple') return instead === '' ? `{{${name}}}` : `{{${name}|${instead}}}`;
  const key = plainName.test(name) ? name : `["${name.replaceAll('"', '\\"')}"]`;
  return instead === '' ? `{{ ${key} }}` : `{{ ${key} | default: "${instead}" }}`;
}

/** The most similar name, which was probably meant; null: none is similar. */
export function nearestName(name: string, names: readonly string[]): string | null {
  const wanted = fold(name);
  const near = names
    .filter((each) => each !== name)
    .map((each) => ({ each, distance: distanceOf(wanted, fold(each)) }))
    .filter(({ each, distance }) => distance <= Math.floor(Math.min(name.length, each.length) / 3))
    .sort((a, b) => a.distance - b.distance);
  return near[0]?.each ?? null;
}

/** Case, accents, and word separators are the most frequent mistakes. */
function fold(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/[\p{M}\s_.-]/gu, '')
    .toLowerCase();
}

/** The number of letters to add, remove, change, or swap with the next letter (optimal string alignment). */
function distanceOf(a: string, b: string): number {
  let before: number[] = [];
  let row = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const change = a[i - 1] === b[j - 1] ? 0 : 1;
      let least = Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, (row[j - 1] ?? 0) + change);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        least = Math.min(least, (before[j - 2] ?? 0) + 1);
      next.push(least);
    }
    [before, row] = [row, next];
  }
  return row[b.length] ?? 0;
}
