import { phoneCountries } from '@carillon/input';

/** The country of the reader: of the time zone, or else of the languages of the browser. Undefined: unknown. */
export function countryHere(): string | undefined {
  here ??= { country: countryOf(Intl.DateTimeFormat().resolvedOptions().timeZone, navigator.languages) };
  return here.country;
}

/** Reading the time zones of all countries takes a while. */
let here: { country: string | undefined } | undefined;

/** Exported for tests. @param timeZone such as Europe/Berlin @param languages tags, such as en-GB */
export function countryOf(timeZone: string, languages: readonly string[]): string | undefined {
  const locales = languages.map((each) => new Intl.Locale(each));
  const spoken = locales.flatMap((locale) => locale.region ?? []);
  // Several countries have some time zones.
  const [inZone] = [...spoken, ...phoneCountries()].filter((country) => zonesOf(country).includes(timeZone));
  return inZone ?? spoken[0] ?? locales[0]?.maximize().region;
}

/** Empty in browsers that don't know the time zones of countries. */
function zonesOf(country: string): readonly string[] {
  const locale = new Intl.Locale('und', { region: country }) as Intl.Locale & WithTimeZones;
  return locale.getTimeZones?.() ?? locale.timeZones ?? [];
}

/** The method, and the property with which engines came first. */
interface WithTimeZones {
  getTimeZones?: () => string[] | undefined;
  timeZones?: string[];
}
