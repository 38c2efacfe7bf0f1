import { type ReactNode, createContext, use, useCallback, useMemo, useState } from 'react';
import type { Texts } from './en';
import type { Language } from './language';

export type { SenderSetting, Texts } from './en';
export type { Language } from './language';

/** Each language in its own name. */
export const languages: Readonly<Record<Language, string>> = { en: 'English', de: 'Deutsch' };

/** The browser loads only the texts of the chosen language. */
const catalogs: Readonly<Record<Language, () => Promise<Texts>>> = {
  en: async () => (await import('./en')).en,
  de: async () => (await import('./de')).de,
};

const LANGUAGE_ITEM = 'carillon.language';

interface Opened {
  language: Language;
  texts: Texts;
}
interface Catalog extends Opened {
  choose: (language: Language) => Promise<void>;
}

const Current = createContext<Catalog | null>(null);

/** Loads the texts in the chosen language, or in the preferred language of the browser. */
export async function loadTexts(language = preferred()): Promise<Opened> {
  const texts = await catalogs[language]();
  document.documentElement.lang = language;
  return { language, texts };
}

function preferred(): Language {
  const kept = localStorage.getItem(LANGUAGE_ITEM);
  if (kept === 'en' || kept === 'de') return kept;
  return navigator.language.startsWith('de') ? 'de' : 'en';
}

export function TextsProvider({ opened, children }: { opened: Opened; children: ReactNode }) {
  const [catalog, setCatalog] = useState(opened);
  const choose = useCallback(async (language: Language): Promise<void> => {
    localStorage.setItem(LANGUAGE_ITEM, language);
    setCatalog(await loadTexts(language));
  }, []);
  const value = useMemo(() => ({ ...catalog, choose }), [catalog, choose]);
  return <Current value={value}>{children}</Current>;
}

export function useTexts(): Texts {
  return useLanguage().texts;
}

export function useLanguage(): Catalog {
  const catalog = use(Current);
  if (!catalog) throw new Error('There is no TextsProvider');
  return catalog;
}

/** Formats numbers and times for the language, in the time zone of the browser. */
export function useFormat() {
  const { language } = useLanguage();
  return useMemo(() => {
    const locale = language === 'de' ? 'de' : navigator.language.startsWith('en') ? navigator.language : 'en';
    const numbers = new Intl.NumberFormat(locale);
    const shares = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 });
    const days = new Intl.DateTimeFormat(locale, { dateStyle: 'medium' });
    const times = new Intl.DateTimeFormat(locale, {
      ...{ year: 'numeric', month: 'short', day: 'numeric', hour: '2-digit', minute: '2-digit' },
      timeZoneName: 'short',
    });
    const clocks = new Intl.DateTimeFormat(locale, { timeStyle: 'short' });
    return {
      locale,
      clock: (time: string): string => clocks.format(new Date(time)),
      /** A decimal number in a text is exact. */
      money: (amount: number | `${number}`, currency: string): string => moneyIn(locale, amount, currency),
      /** Sums of several currencies. Empty: there are none. */
      sums: (values: readonly { currency: string; sum: string }[]): string =>
        values.map(({ currency, sum }) => moneyIn(locale, sum as `${number}`, currency)).join(' · '),
      number: (value: number): string => numbers.format(value),
      bytes: (size: number): string => sizeOf(size, locale),
      share: (part: number, whole: number): string => shares.format(whole === 0 ? 0 : part / whole),
      day: (time: string): string => days.format(new Date(time)),
      /** Formats a time with the name of the zone. */
      time: (time: string): string => times.format(new Date(time)),
    };
  }, [language]);
}

function moneyIn(locale: string, amount: number | `${number}`, currency: string): string {
  return new Intl.NumberFormat(locale, { style: 'currency', currency }).format(amount);
}

/** A size in the largest unit that leaves a whole number before the point: `2.1 GB`. */
function sizeOf(size: number, locale: string): string {
  const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;
  const power = size < 1 ? 0 : Math.min(Math.floor(Math.log10(size) / 3), units.length - 1);
  const style = { style: 'unit', unit: units[power], unitDisplay: power === 0 ? 'long' : 'short' } as const;
  return new Intl.NumberFormat(locale, { ...style, maximumFractionDigits: 1 }).format(size / 1_000 ** power);
}

/** The time zone of the browser: `Europe/Berlin`. */
export const timeZone = Intl.DateTimeFormat().resolvedOptions().timeZone;
