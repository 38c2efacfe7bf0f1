import type { Schemas } from '@carillon/sdk';
import { Select, TagsInput, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { useTexts } from '../../../texts';
import { useSegmentTexts } from '../texts';
import { byFoldedLabel } from '../../../ui/folded-filter';
import { NumberField } from '../../../ui/number-field';
import { useDeclaredTypes } from '../../people';
import { useAttributeValues } from '../api/subjects';
import {
  type AttributeCondition,
  type AttributeType,
  blankComparison,
  operatorOf,
  operators,
  operatorsFor,
  textsOf,
  valuesOf,
  withAttribute,
} from '../conditions';
import { DayRangeFields } from './day-range';

interface AttributeFieldsProps {
  condition: AttributeCondition;
  isReadOnly: boolean;
  onChange: (condition: AttributeCondition) => void;
}

/** The attribute, the comparisons that fit its type, and what it is compared with. */
export function AttributeFields({ condition, isReadOnly, onChange }: AttributeFieldsProps) {
  const { segments: texts } = useSegmentTexts();
  const attributes = useDeclaredTypes().data ?? [];
  const { attribute: name } = condition;
  const type = typeOf(attributes, name);
  const operator = operatorOf(condition);
  const fitting = operatorsFor(type);
  const present = attributes.map((each) => ({ value: each.name, label: each.label ?? each.name }));
  const isKnown = name === '' || present.some(({ value }) => value === name);
  return (
    <>
      <Select
        label={texts.attribute}
        data={isKnown ? present : [...present, { value: name, label: name }]}
        value={name === '' ? null : name}
        readOnly={isReadOnly}
        searchable
        filter={byFoldedLabel}
        allowDeselect={false}
        nothingFoundMessage={texts.attributesEmpty}
        w={{ base: '100%', xs: 180 }}
        onChange={(chosen) =>
          chosen !== null && onChange(withAttribute(condition, chosen, typeOf(attributes, chosen)))
        }
      />
      <Select
        label={texts.operator}
        data={operators
          .filter((each) => fitting.includes(each) || each === operator)
          .map((value) => ({ value, label: texts.operators[value] }))}
        value={operator}
        readOnly={isReadOnly}
        allowDeselect={false}
        w={{ base: '100%', xs: 190 }}
        onChange={(chosen) => {
          const compared = operators.find((each) => each === chosen);
          if (compared) onChange(blankComparison(name, compared));
        }}
      />
      <Comparison {...{ condition, type, isReadOnly, onChange }} />
    </>
  );
}

function typeOf(
  attributes: readonly Pick<Schemas['Attribute'], 'name' | 'type'>[],
  name: string,
): AttributeType {
  return attributes.find((each) => each.name === name)?.type ?? null;
}

function Comparison({
  condition,
  type,
  isReadOnly,
  onChange,
}: AttributeFieldsProps & { type: AttributeType }) {
  const { segments: texts } = useSegmentTexts();
  const { attribute } = condition;
  if ('is' in condition) {
    return type === 'boolean' ? (
      <BooleanField
        is={condition.is[0]}
        isReadOnly={isReadOnly}
        onChange={(value) => onChange({ attribute, is: [value] })}
      />
    ) : (
      <ValuesField {...{ condition, type, isReadOnly, onChange }} />
    );
  }
  if ('contains' in condition || 'startsWith' in condition) {
    const value = 'contains' in condition ? condition.contains : condition.startsWith;
    return (
      <TextInput
        label={texts.text}
        value={value}
        maxLength={200}
        readOnly={isReadOnly}
        flex={1}
        miw={160}
        onChange={({ currentTarget: { value: typed } }) =>
          onChange(
            'contains' in condition ? { attribute, contains: typed } : { attribute, startsWith: typed },
          )
        }
      />
    );
  }
  if ('number' in condition) {
    const change = (end: 'from' | 'to', typed: number | null): void => {
      const from = end === 'from' ? typed : (condition.number.from ?? null);
      const to = end === 'to' ? typed : (condition.number.to ?? null);
      onChange({
        attribute,
        number: { ...(from !== null && { from }), ...(to !== null && { to }) },
      });
    };
    return (['from', 'to'] as const).map((end) => (
      <NumberField
        key={end}
        {...{ min: -LARGEST, max: LARGEST, decimals: DECIMALS }}
        label={end === 'from' ? texts.atLeast : texts.atMost}
        value={condition.number[end] ?? null}
        readOnly={isReadOnly}
        w={{ base: '100%', xs: 120 }}
        onChange={(typed) => change(end, typed)}
      />
    ));
  }
  if (!('date' in condition)) return null;
  return (
    <DayRangeFields
      range={condition.date}
      canBeAhead
      isReadOnly={isReadOnly}
      onChange={(date) => onChange({ attribute, date })}
    />
  );
}

const LARGEST = 1e12;
const DECIMALS = 6;

interface BooleanFieldProps {
  is: string | number | boolean | undefined;
  isReadOnly: boolean;
  onChange: (value: boolean) => void;
}

function BooleanField({ is, isReadOnly, onChange }: BooleanFieldProps) {
  const texts = useTexts();
  const { segments: segmentTexts } = useSegmentTexts();
  return (
    <Select
      label={segmentTexts.values}
      data={[
        { value: 'true', label: texts.yes },
        { value: 'false', label: texts.no },
      ]}
      value={is === undefined ? null : String(is)}
      readOnly={isReadOnly}
      allowDeselect={false}
      w={{ base: '100%', xs: 120 }}
      onChange={(chosen) => chosen !== null && onChange(chosen === 'true')}
    />
  );
}

interface ValuesFieldProps {
  condition: Extract<AttributeCondition, { is: unknown }>;
  type: AttributeType;
  isReadOnly: boolean;
  onChange: (condition: AttributeCondition) => void;
}

/** Values, with suggestions of values that people have. */
function ValuesField({ condition, type, isReadOnly, onChange }: ValuesFieldProps) {
  const { segments: texts } = useSegmentTexts();
  const { attribute, is } = condition;
  const [search, setSearch] = useState('');
  const [typed] = useDebouncedValue(search.trim(), 300);
  const found = useAttributeValues(attribute, typed).data?.values ?? [];
  const shown = textsOf(is);
  return (
    <TagsInput
      label={texts.values}
      description={texts.valuesHint}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      data={textsOf(found.map(({ value }) => value))}
      value={shown}
      searchValue={search}
      readOnly={isReadOnly}
      acceptValueOnBlur
      splitChars={[]}
      flex={1}
      miw={{ base: '100%', xs: 200 }}
      onSearchChange={setSearch}
      onChange={(values) => {
        const kept = is.filter((value) => values.includes(String(value)));
        const added = values
          .filter((value) => !shown.includes(value))
          .flatMap((value) => valuesOf(value, type));
        onChange({ attribute, is: [...kept, ...added] });
      }}
    />
  );
}
