import { Group, TextInput, type TextInputProps } from '@mantine/core';
import { useRef } from 'react';
import { InsertEmoji, InsertPlaceholder, insertAtCursor } from '../../../content';
import type { ChannelProps } from './channel-props';

interface LineTextProps
  extends Pick<ChannelProps, 'isReadOnly' | 'placeholders'>, Omit<TextInputProps, 'onChange'> {
  label: string;
  engine: ChannelProps['draft']['engine'];
  onChange: (text: string) => void;
}

/** A text of one line, and the forms that insert emojis and placeholders. */
export function LineText({ isReadOnly, placeholders, engine, onChange, ...field }: LineTextProps) {
  const line = useRef<HTMLInputElement>(null);
  const insert = (text: string): void => insertAtCursor(line, text, onChange);
  return (
    <TextInput
      {...field}
      ref={line}
      readOnly={isReadOnly}
      onChange={(event) => onChange(event.currentTarget.value)}
      {...(!isReadOnly && {
        rightSectionWidth: placeholders.length > 0 ? 64 : 36,
        rightSection: (
          <Group gap={0} wrap="nowrap">
            <InsertEmoji field={field.label} onInsert={insert} />
            <InsertPlaceholder {...{ placeholders, engine }} field={field.label} onInsert={insert} />
          </Group>
        ),
      })}
    />
  );
}
