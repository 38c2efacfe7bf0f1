import { isSystemKey, keyPath, nameOfWhole, owns, textOf, valueAlong, type Variables } from './look-up';
import { LANGUAGE, LOCALE, languageOf, localeOf } from './recipient-language';

type Picked = Record<string, unknown>;

/**
 * The smallest object with which every template that uses only these keys renders like with the complete extraData.
 * For `a.b` it keeps the property of that exact name, otherwise `{ a: { b } }`. `wholeKey` keeps a value of any type.
 * Values that render as nothing are omitted, and so are system keys except `LANGUAGE` and `LOCALE`, which get the language
 * in the extraData. The result shares no mutable data with extraData.
 */
export function pickVariables(extraData: Variables, keys: readonly string[]): Picked {
  const picked: Picked = {};
  for (const key of keys) {
    if (key === LANGUAGE) pickLanguage(extraData, picked);
    if (key === LOCALE) pickLocale(extraData, picked);
    if (isSystemKey(key)) continue;
    const whole = nameOfWhole(key);
    if (whole !== null) pickWhole(extraData, whole, picked);
    else if (owns(extraData, key)) {
      if (textOf(extraData[key]) !== undefined) picked[key] = extraData[key];
    } else if (key.includes('.')) {
      pickAlong(extraData, keyPath(key).names, picked);
    }
  }
  return picked;
}

function pickLanguage(extraData: Variables, picked: Picked): void {
  const language = languageOf(extraData);
  if (language !== undefined) picked[LANGUAGE] = language;
}

function pickLocale(extraData: Variables, picked: Picked): void {
  const locale = localeOf(extraData);
  if (locale !== undefined) picked[LOCALE] = locale;
}

function pickWhole(extraData: Variables, name: string, picked: Picked): void {
  const value = owns(extraData, name) ? extraData[name] : null;
  if (value != null) picked[name] = typeof value === 'object' ? structuredClone(value) : value;
}

function pickAlong(extraData: Variables, names: readonly string[], picked: Picked): void {
  const value = valueAlong(extraData, names);
  if (textOf(value) === undefined) return;
  let at = picked;
  for (const name of names.slice(0, -1)) at = objectIn(at, name);
  at[names.at(-1) ?? ''] = value;
}

/** An existing value was set by an earlier key: extraData has an object here. */
function objectIn(parent: Picked, name: string): Picked {
  if (!owns(parent, name)) parent[name] = {};
  return parent[name] as Picked;
}
