import { Select } from '@mantine/core';
import { useLanguage, useTexts } from '../texts';
import { phoneCountries, useCountryNames } from './countries';

interface CountrySelectProps {
  /** Null: numbers without a country code are rejected. */
  value: string | null;
  label?: string;
  isDisabled?: boolean;
  onChange: (country: string | null) => void;
}

/** The country of phone numbers without a country code. */
export function CountrySelect({ value, label, isDisabled = false, onChange }: CountrySelectProps) {
  const texts = useTexts();
  const nameOf = useCountryNames();
  const { language } = useLanguage();
  const countries = phoneCountries()
    .map((country) => ({ value: country, label: nameOf(country) }))
    .sort((a, b) => a.label.localeCompare(b.label, language));
  return (
    <Select
      label={label ?? texts.country}
      data={[{ value: '', label: texts.noCountry }, ...countries]}
      value={value ?? ''}
      searchable
      allowDeselect={false}
      disabled={isDisabled}
      onChange={(chosen) => onChange(chosen === '' ? null : chosen)}
    />
  );
}
