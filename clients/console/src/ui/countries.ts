import { useCallback, useMemo } from 'react';
import { useLanguage } from '../texts';

export { phoneCountries } from '@carillon/input';

/** The names of countries in the reader's language. */
export function useCountryNames(): (country: string) => string {
  const { language } = useLanguage();
  const names = useMemo(() => new Intl.DisplayNames(language, { type: 'region' }), [language]);
  return useCallback((country) => names.of(country) ?? country, [names]);
}
