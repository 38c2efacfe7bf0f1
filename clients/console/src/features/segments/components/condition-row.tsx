import { ActionIcon, Checkbox, Group, MultiSelect, Paper, Select } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useMemo } from 'react';
import { useLanguage, useTexts } from '../../../texts';
import { useSegmentTexts } from '../texts';
import { phoneCountries, useCountryNames } from '../../../ui/countries';
import { byFoldedLabel } from '../../../ui/folded-filter';
import { channels } from '../../../ui/states';
import { useGroups } from '../../people';
import { type Condition, type Row, blankCondition, conditionKinds, kindOf } from '../conditions';
import { AttributeFields } from './attribute-fields';
import { BehaviorFields } from './behavior-fields';
import { DayRangeFields } from './day-range';

interface ConditionRowProps {
  row: Row;
  /** The name of the condition for screen readers. */
  label: string;
  isReadOnly: boolean;
  onChange: (row: Row) => void;
  onRemove: () => void;
}

/** One condition: its kind, and what it compares. */
export function ConditionRow({ row, label, isReadOnly, onChange, onRemove }: ConditionRowProps) {
  const { segments: texts } = useSegmentTexts();
  const { condition, isNot } = row;
  const change = (changed: Condition): void => onChange({ ...row, condition: changed });
  return (
    <Paper withBorder p="sm" role="group" aria-label={label}>
      <Group align="flex-start" gap="sm" wrap="nowrap">
        <Group align="flex-start" gap="sm" flex={1} miw={0}>
          <Checkbox
            label={texts.not}
            checked={isNot}
            disabled={isReadOnly}
            pt={30}
            onChange={({ currentTarget: { checked } }) => onChange({ ...row, isNot: checked })}
          />
          <Select
            label={texts.kind}
            data={conditionKinds.map((value) => ({ value, label: texts.kinds[value] }))}
            value={kindOf(condition)}
            readOnly={isReadOnly}
            allowDeselect={false}
            w={{ base: '100%', xs: 220 }}
            onChange={(chosen) => {
              const kind = conditionKinds.find((each) => each === chosen);
              if (kind) change(blankCondition(kind));
            }}
          />
          <Fields condition={condition} isReadOnly={isReadOnly} onChange={change} />
        </Group>
        {!isReadOnly && (
          <ActionIcon variant="subtle" color="gray" aria-label={texts.remove(label)} onClick={onRemove}>
            <IconX size={16} />
          </ActionIcon>
        )}
      </Group>
    </Paper>
  );
}

interface FieldsProps<C extends Condition> {
  condition: C;
  isReadOnly: boolean;
  onChange: (condition: Condition) => void;
}

function Fields({ condition, isReadOnly, onChange }: FieldsProps<Condition>) {
  if ('attribute' in condition) return <AttributeFields {...{ condition, isReadOnly, onChange }} />;
  if ('did' in condition) return <BehaviorFields {...{ condition, isReadOnly, onChange }} />;
  if ('group' in condition) return <GroupField {...{ condition, isReadOnly, onChange }} />;
  if ('channel' in condition) return <ChannelField {...{ condition, isReadOnly, onChange }} />;
  if ('country' in condition) return <CountriesField {...{ condition, isReadOnly, onChange }} />;
  if ('locale' in condition) return <LanguagesField {...{ condition, isReadOnly, onChange }} />;
  return (
    <DayRangeFields
      range={condition.joined}
      canBeAhead={false}
      isReadOnly={isReadOnly}
      onChange={(joined) => onChange({ joined })}
    />
  );
}

function GroupField({ condition, isReadOnly, onChange }: FieldsProps<Extract<Condition, { group: string }>>) {
  const texts = useTexts();
  const { segments: segmentTexts } = useSegmentTexts();
  const { group } = condition;
  const groups = useGroups().data;
  const present = (groups ?? []).map(({ _id: value, name: label }) => ({ value, label }));
  const isKnown = group === '' || present.some(({ value }) => value === group);
  return (
    <Select
      label={segmentTexts.group}
      data={isKnown ? present : [...present, { value: group, label: groups ? segmentTexts.gone : '…' }]}
      value={group === '' ? null : group}
      readOnly={isReadOnly}
      searchable
      filter={byFoldedLabel}
      allowDeselect={false}
      nothingFoundMessage={texts.campaign.groupsEmpty}
      flex={1}
      miw={180}
      onChange={(chosen) => chosen !== null && onChange({ group: chosen })}
    />
  );
}

function ChannelField({
  condition,
  isReadOnly,
  onChange,
}: FieldsProps<Extract<Condition, { channel: unknown }>>) {
  const texts = useTexts();
  const { segments: segmentTexts } = useSegmentTexts();
  return (
    <Select
      label={segmentTexts.channel}
      data={channels.map((value) => ({ value, label: texts.channels[value] }))}
      value={condition.channel}
      readOnly={isReadOnly}
      allowDeselect={false}
      w={{ base: '100%', xs: 180 }}
      onChange={(chosen) => {
        const channel = channels.find((each) => each === chosen);
        if (channel) onChange({ channel });
      }}
    />
  );
}

function CountriesField({
  condition,
  isReadOnly,
  onChange,
}: FieldsProps<Extract<Condition, { country: unknown }>>) {
  const { segments: texts } = useSegmentTexts();
  const nameOf = useCountryNames();
  const codes = [...new Set([...phoneCountries(), ...condition.country])];
  return (
    <ChoiceField
      {...{ codes, nameOf, isReadOnly }}
      label={texts.countries}
      chosen={condition.country}
      onChange={(country) => onChange({ country })}
    />
  );
}

/** The languages that most people in the world read, by their codes. */
const languages = [
  ...[
    'ar',
    'bg',
    'bn',
    'ca',
    'cs',
    'da',
    'de',
    'el',
    'en',
    'es',
    'et',
    'fa',
    'fi',
    'fr',
    'he',
    'hi',
    'hr',
    'hu',
  ],
  ...[
    'id',
    'it',
    'ja',
    'ko',
    'lt',
    'lv',
    'ms',
    'nb',
    'nl',
    'nn',
    'no',
    'pl',
    'pt',
    'pt-BR',
    'ro',
    'ru',
    'sk',
  ],
  ...['sl', 'sr', 'sv', 'ta', 'th', 'tr', 'uk', 'ur', 'vi', 'zh', 'zh-TW'],
];

function LanguagesField({
  condition,
  isReadOnly,
  onChange,
}: FieldsProps<Extract<Condition, { locale: unknown }>>) {
  const { segments: texts } = useSegmentTexts();
  const { language } = useLanguage();
  const names = useMemo(() => new Intl.DisplayNames(language, { type: 'language' }), [language]);
  const codes = [...new Set([...languages, ...condition.locale])];
  return (
    <ChoiceField
      {...{ codes, isReadOnly }}
      nameOf={(code) => names.of(code) ?? code}
      label={texts.languages}
      chosen={condition.locale}
      onChange={(locale) => onChange({ locale })}
    />
  );
}

interface ChoiceFieldProps {
  label: string;
  codes: readonly string[];
  nameOf: (code: string) => string;
  chosen: string[];
  isReadOnly: boolean;
  onChange: (chosen: string[]) => void;
}

/** Several countries or languages, sorted by their names. */
function ChoiceField({ label, codes, nameOf, chosen, isReadOnly, onChange }: ChoiceFieldProps) {
  const { language } = useLanguage();
  return (
    <MultiSelect
      label={label}
      data={codes
        .map((value) => ({ value, label: nameOf(value) }))
        .sort((a, b) => a.label.localeCompare(b.label, language))}
      value={chosen}
      readOnly={isReadOnly}
      searchable
      filter={byFoldedLabel}
      flex={1}
      miw={180}
      onChange={onChange}
    />
  );
}
