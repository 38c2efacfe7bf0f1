import type { Schemas } from '@carillon/sdk';
import type { ColumnChoice, ColumnChoices, OptedOut } from './column-choices';
import type { Judgment, Mapping } from './csv';

type Channel = Schemas['Channel'];

/**
 * The values with which other products mark people who must not receive messages: Klaviyo, Mailchimp, Brevo, HubSpot,
 * and common words in English and German.
 */
const optedOutWords =
  /^(?:un-?subscribed?|(?:never|non|not)[\s_-]*subscribed|opt(?:ed)?[\s_-]*out|block(?:ed|list(?:ed)?)|blacklist(?:ed)?|cleaned|suppressed|bounced|complained|revoked|withdrawn|declined|denied|abgemeldet|abbestellt|nicht angemeldet|widerrufen|gesperrt|abgelehnt)$/i;
const no = /^(?:no|n|false|0|nein|falsch)$/i;
const yes = /^(?:yes|y|true|1|ja|j|wahr|x)$/i;
/** A column in which "no" means that the person opted out, and one in which "yes" does. */
const isOptIn =
  /consent|subscribed|opt[\s_-]?in|newsletter|accepts|permission|einwilligung|zustimmung|abonniert|werbung/i;
const isOptOut =
  /unsubscribed|opt(?:ed)?[\s_-]?out|block|blacklist|do[\s_-]?not|suppress|abgemeldet|abbestellt|widerruf|gesperrt/i;

/** The values of a column that probably mean an opt-out. */
function optOutsIn(column: string, { [column]: found = [] }: Judgment['values']): string[] {
  const means = (value: string): boolean =>
    optedOutWords.test(value) ||
    (isOptOut.test(column) ? yes.test(value) : isOptIn.test(column) && no.test(value));
  return found.flatMap(({ value }) => (means(value) ? [value] : []));
}

/** The channel that a column with consents is about, if the people of the file have addresses on it. */
function channelOf(column: string, { people }: Mapping): Channel | null {
  if (!people) return null;
  if (/whats\s?app/i.test(column)) return people.whatsapp === null ? null : 'WHATSAPP';
  if (/sms|phone|mobil|text|handy/i.test(column)) return people.phone === null ? null : 'SMS';
  if (people.email !== null) return 'EMAIL';
  return people.phone === null ? null : 'SMS';
}

/**
 * The columns that probably contain consents, with the values that mean an opt-out.
 * @param values the different values of all lines, of columns with few of them
 */
export function probableConsents(
  columns: readonly string[],
  values: Judgment['values'],
  mapping: Mapping,
): ColumnChoices {
  return Object.fromEntries(
    columns.flatMap((column): [string, ColumnChoice][] => {
      const found = optOutsIn(column, values);
      const channel = channelOf(column, mapping);
      return found.length > 0 && channel ? [[column, { optedOut: { channel, values: found } }]] : [];
    }),
  );
}

/** The choice that a column contains consents, before its values are chosen; null: nobody in the file has an address. */
export function possibleConsent(column: string, mapping: Mapping): ColumnChoice | null {
  const channel = channelOf(column, mapping);
  return channel && { optedOut: { channel, values: [] } };
}

/** A remembered choice, with values that were not in the earlier file and probably mean an opt-out. */
export function withNewOptOuts(
  column: string,
  choice: ColumnChoice | undefined,
  values: Judgment['values'],
): ColumnChoice | undefined {
  if (!choice?.optedOut) return choice;
  const { optedOut } = choice;
  const more = optOutsIn(column, values).filter((value) => !isAmong(value, optedOut));
  return { optedOut: { ...optedOut, values: [...optedOut.values, ...more] } };
}

export function isAmong(value: string, { values }: Pick<OptedOut, 'values'>): boolean {
  return values.some((each) => each.toLowerCase() === value.trim().toLowerCase());
}
