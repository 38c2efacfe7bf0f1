import { type Channel, type Language, type Payload, channels, isId, languages } from '@carillon/contracts';
import type { BodyForm } from '../../../http/body';

const DAY_MS = 24 * 60 * 60_000;
const MOST_DAYS = 366;
/** The maximum number of topics of an account, and as many that were deleted in the meantime. */
const MOST_IDS = 100;
/** The pauses that the page offers, in days. */
export const pauses = [7, 30, 90] as const;

/** A saved form. The other requests are one-click requests of email clients, and the button to unsubscribe. */
export interface SavedForm {
  fields: URLSearchParams;
}

/** Anything. Only a form that the page sent is read. */
export const preferenceForm: BodyForm = {
  maxBytes: 64 * 1024,
  refuse: () => null,
  parse: (bytes): SavedForm | undefined => {
    const fields = new URLSearchParams(bytes.toString('utf8'));
    return fields.has('preferences') ? { fields } : undefined;
  },
};

type Choice = Pick<
  Payload<'preferences.save'>,
  'leave' | 'join' | 'turnOff' | 'turnOn' | 'snoozeUntil' | 'locale' | 'everything'
>;

/**
 * The changes that a person made on the page, compared with what it showed (`was…`). What the person didn't change stays
 * as it is now, even if another request changed it since. Null: the date of the pause is invalid.
 */
export function readChoice({ fields }: SavedForm, now: Date): Choice | null {
  const none = { leave: [], join: [], turnOff: [], turnOn: [] };
  if (fields.get('preferences') === 'stop') return { ...none, everything: true };
  const topics = changesOf(fields, 'topic', isId);
  const shown = changesOf(fields, 'channel', isChannel);
  const pause = pauseIn(fields, now);
  if (pause === 'invalid') return null;
  const language = languageIn(fields);
  return {
    leave: topics.removed.slice(0, MOST_IDS),
    join: topics.added.slice(0, MOST_IDS),
    turnOff: shown.removed,
    turnOn: shown.added,
    ...(pause !== undefined && { snoozeUntil: pause === null ? null : pause.toISOString() }),
    ...(language && { locale: language }),
  };
}

function changesOf<T extends string>(
  fields: URLSearchParams,
  name: string,
  isValid: (text: string) => text is T,
): { added: T[]; removed: T[] } {
  const [before, after] = [`was-${name}`, name].map((each) => new Set(fields.getAll(each).filter(isValid)));
  return {
    added: [...(after ?? [])].filter((each) => !before?.has(each)),
    removed: [...(before ?? [])].filter((each) => !after?.has(each)),
  };
}

/** Null: the pause ends. Undefined: it doesn't change. */
function pauseIn(fields: URLSearchParams, now: Date): Date | null | undefined | 'invalid' {
  const pause = fields.get('pause') ?? 'keep';
  const days = pauses.find((each) => String(each) === pause);
  if (days !== undefined) return new Date(now.getTime() + days * DAY_MS);
  if (pause === 'none') return fields.get('was-pause') === 'none' ? undefined : null;
  if (pause !== 'date') return undefined;
  const date = fields.get('date') ?? '';
  const until = new Date(/^\d{4}-\d\d-\d\d$/.test(date) ? `${date}T00:00:00Z` : Number.NaN);
  const inMs = until.getTime() - now.getTime();
  // JavaScript reads the 31st of a shorter month as a day of the next one.
  const isValid = inMs > 0 && inMs <= MOST_DAYS * DAY_MS && until.toISOString().startsWith(date);
  return isValid ? until : 'invalid';
}

function languageIn(fields: URLSearchParams): Language | undefined {
  const language = languages.find((each) => each === fields.get('language'));
  return fields.get('was-language') === language ? undefined : language;
}

const isChannel = (text: string): text is Channel => channels.some((each) => each === text);
