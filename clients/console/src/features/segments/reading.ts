import type { Texts } from '../../texts';
import type { SegmentTexts } from './texts';
import {
  type AttributeCondition,
  type BehaviorCondition,
  type Condition,
  type Conditions,
  type DayRange,
  atLeastOf,
  textsOf,
} from './conditions';

/** The names of what conditions refer to, and formats, in the reader's language. */
export interface Naming {
  attribute: (name: string) => string;
  group: (id: string) => string;
  campaign: (id: string) => string;
  country: (code: string) => string;
  language: (code: string) => string;
  number: (value: number) => string;
  day: (day: string) => string;
  /** `Oslo, Rome, or Bergen` */
  anyOf: (names: string[]) => string;
}

export type ReadingTexts = Pick<SegmentTexts, 'segmentReading'> & Pick<Texts, 'channels' | 'yes' | 'no'>;

/** Conditions as a sentence part: `city is Oslo or Rome and not in the group Staff`. */
export function readingOf(conditions: Conditions, texts: ReadingTexts, naming: Naming): string {
  const { segmentReading: words } = texts;
  const nested = (inner: Conditions): string => {
    const reading = readingOf(inner, texts, naming);
    return lengthOf(inner) > 1 ? `(${reading})` : reading;
  };
  if ('all' in conditions) return conditions.all.map(nested).join(words.and) || words.everyone;
  if ('any' in conditions) return conditions.any.map(nested).join(words.or) || words.nobody;
  if (!('not' in conditions)) return conditionReading(conditions, false, texts, naming);
  const { not: inner } = conditions;
  return 'all' in inner || 'any' in inner || 'not' in inner
    ? words.not(readingOf(inner, texts, naming))
    : conditionReading(inner, true, texts, naming);
}

/** The number of joined conditions. */
function lengthOf(conditions: Conditions): number {
  if ('all' in conditions) return conditions.all.length;
  return 'any' in conditions ? conditions.any.length : 1;
}

function conditionReading(condition: Condition, isNot: boolean, texts: ReadingTexts, naming: Naming): string {
  const { segmentReading: words } = texts;
  if ('attribute' in condition) return attributeReading(condition, isNot, texts, naming);
  if ('did' in condition) return behaviorReading(condition, isNot, texts, naming);
  if ('group' in condition) return words.group(naming.group(condition.group), isNot);
  if ('channel' in condition) return words.channel(texts.channels[condition.channel], isNot);
  if ('country' in condition)
    return words.country(naming.anyOf(condition.country.map(naming.country)), isNot);
  if ('locale' in condition)
    return words.language(naming.anyOf(condition.locale.map(naming.language)), isNot);
  return words.joined(daysReading(condition.joined, texts, naming), isNot);
}

function attributeReading(
  condition: AttributeCondition,
  isNot: boolean,
  texts: ReadingTexts,
  naming: Naming,
): string {
  const { segmentReading: words } = texts;
  const name = naming.attribute(condition.attribute);
  if ('is' in condition) {
    const values = textsOf(condition.is).map((value) =>
      value === 'true' ? texts.yes : value === 'false' ? texts.no : value,
    );
    return words.is(name, naming.anyOf(values), isNot);
  }
  if ('contains' in condition) return words.contains(name, condition.contains, isNot);
  if ('startsWith' in condition) return words.startsWith(name, condition.startsWith, isNot);
  if ('date' in condition) return words.date(name, daysReading(condition.date, texts, naming), isNot);
  if ('exists' in condition) return words.exists(name, isNot);
  const { from, to } = condition.number;
  if (from !== undefined && to !== undefined)
    return words.between(name, naming.number(from), naming.number(to), isNot);
  if (from !== undefined) return words.atLeast(name, naming.number(from), isNot);
  return words.atMost(name, naming.number(to ?? 0), isNot);
}

function behaviorReading(
  condition: BehaviorCondition,
  isNot: boolean,
  texts: ReadingTexts,
  naming: Naming,
): string {
  const { segmentReading: words } = texts;
  const { did, campaignId, inLastDays } = condition;
  const campaign =
    campaignId === undefined
      ? words.campaigns(atLeastOf(condition), isNot)
      : words.campaign(naming.campaign(campaignId));
  const days = inLastDays === undefined ? '' : ` ${words.days.inLast(inLastDays)}`;
  return words.did[did](campaign, days, isNot);
}

function daysReading(days: DayRange, { segmentReading: words }: ReadingTexts, naming: Naming): string {
  if ('inLastDays' in days) return words.days.inLast(days.inLastDays);
  if ('inNextDays' in days) return words.days.inNext(days.inNextDays);
  const { from, to } = days;
  if (from !== undefined && to !== undefined) return words.days.between(naming.day(from), naming.day(to));
  if (from !== undefined) return words.days.from(naming.day(from));
  return words.days.until(naming.day(to ?? ''));
}
