import { TextInput, type TextInputProps } from '@mantine/core';
import { useState } from 'react';
import { useFormat, useTexts } from '../texts';
import { type NumberRange, readNumber, writeNumber } from './typed-number';

interface NumberFieldProps
  extends Omit<TextInputProps, 'value' | 'onChange' | 'error' | 'min' | 'max'>, NumberRange {
  value: number | null;
  /** null: empty, not a number, or out of range. */
  onChange: (value: number | null) => void;
}

/**
 * A number field that keeps the typed text until it loses focus. Otherwise, it would drop the separator of a half-typed
 * number.
 */
export function NumberField({ value, onChange, min, max, decimals, ...input }: NumberFieldProps) {
  const texts = useTexts();
  const { locale, number } = useFormat();
  const [typed, setTyped] = useState<string | null>(null);
  const written = value === null ? '' : writeNumber(value, locale, decimals);
  const wrong =
    decimals > 0
      ? texts.decimalRange(number(min), number(max), number(0.075))
      : texts.wholeRange(number(min), number(max));
  const isWrong = typed !== null && readNumber(typed, { min, max, decimals }) === undefined;
  return (
    <TextInput
      {...input}
      inputMode={decimals > 0 ? 'decimal' : 'numeric'}
      autoComplete="off"
      value={typed ?? written}
      error={isWrong && wrong}
      onChange={({ currentTarget }) => {
        const read = readNumber(currentTarget.value, { min, max, decimals });
        // The form with the invalid field can't be submitted.
        currentTarget.setCustomValidity(read === undefined ? wrong : '');
        setTyped(currentTarget.value);
        onChange(read ?? null);
      }}
      onBlur={() => {
        if (!isWrong) setTyped(null);
      }}
    />
  );
}
