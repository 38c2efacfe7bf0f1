import { useMemo } from 'react';
import { useFormat, useLanguage } from '../../../texts';
import { useSegmentTexts } from '../texts';
import { useCountryNames } from '../../../ui/countries';
import { useDeclaredTypes, useGroups } from '../../people';
import { useSentCampaigns } from '../api/subjects';
import type { Naming } from '../reading';

/** The names of groups, campaigns, and attributes, and formats, for the reading of conditions. */
export function useNaming(): Naming {
  const { language } = useLanguage();
  const { gone } = useSegmentTexts().segments;
  const { number } = useFormat();
  const country = useCountryNames();
  const groups = useGroups().data;
  const campaigns = useSentCampaigns().data;
  const attributes = useDeclaredTypes().data;
  return useMemo(() => {
    const list = new Intl.ListFormat(language, { type: 'disjunction' });
    const languages = new Intl.DisplayNames(language, { type: 'language' });
    // A condition names a calendar day in UTC, regardless of the reader's time zone.
    const days = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone: 'UTC' });
    return {
      ...{ country, number },
      attribute: (name) => attributes?.find((each) => each.name === name)?.label ?? name,
      group: (id) => (groups ? (groups.find(({ _id }) => _id === id)?.name ?? gone) : '…'),
      campaign: (id) => (campaigns ? (campaigns.find(({ _id }) => _id === id)?.name ?? id) : '…'),
      language: (code) => languages.of(code) ?? code,
      day: (day) => (day === '' ? '…' : days.format(new Date(day))),
      anyOf: (names) => list.format(names),
    };
  }, [language, gone, country, number, groups, campaigns, attributes]);
}
