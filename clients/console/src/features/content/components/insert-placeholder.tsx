import { Button, NativeSelect, Stack, TextInput } from '@mantine/core';
import { IconBraces } from '@tabler/icons-react';
import { useState } from 'react';
import { useInsertionTexts } from '../texts';
import { type Engine, placeholderText } from '../placeholders';
import type { Placeholder } from './html-editor';
import { InsertPopover } from './insert-popover';

interface InsertPlaceholderProps {
  placeholders: readonly Placeholder[];
  engine: Engine;
  /** The name of the field, if it has one line. */
  field?: string;
  onInsert: (text: string) => void;
}

/** The button and the form that insert a placeholder, with a text for people who have no value. */
export function InsertPlaceholder({ placeholders, engine, field, onInsert }: InsertPlaceholderProps) {
  const texts = useInsertionTexts();
  const [name, setName] = useState('');
  const [fallback, setFallback] = useState('');
  const [first] = placeholders;
  if (!first) return null;
  const chosen = placeholders.some((each) => each.name === name) ? name : first.name;
  const text = placeholderText(chosen, fallback, engine);
  return (
    <InsertPopover
      label={texts.placeholderButton}
      icon={<IconBraces size={14} />}
      field={field}
      onInsert={onInsert}
    >
      {(insert) => (
        <Stack gap="xs">
          <NativeSelect
            label={texts.placeholder}
            value={chosen}
            data={placeholders.map(({ name: value, detail }) => ({
              value,
              label: detail === undefined ? value : `${value} (${detail})`,
            }))}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <TextInput
            label={texts.fallback}
            description={texts.fallbackHint}
            value={fallback}
            maxLength={100}
            onChange={(event) => setFallback(event.currentTarget.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return;
              // The field that gets the focus must not get a line break.
              event.preventDefault();
              insert(text);
            }}
          />
          <Button size="xs" onClick={() => insert(text)}>
            {texts.insert}
          </Button>
        </Stack>
      )}
    </InsertPopover>
  );
}
