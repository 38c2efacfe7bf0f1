import { Group, Textarea } from '@mantine/core';
import { useRef } from 'react';
import { InsertEmoji, InsertPlaceholder, insertAtCursor } from '../../../content';
import type { ChannelProps } from './channel-props';

interface MessageTextProps extends Pick<ChannelProps, 'isReadOnly' | 'placeholders'> {
  id: string;
  label: string;
  description: string;
  value: string;
  engine: ChannelProps['draft']['engine'];
  /** What an emoji would change. */
  emojiNote?: string | undefined;
  onChange: (text: string) => void;
}

/** The text of a short message, and the forms that insert emojis and placeholders. */
export function MessageText(props: MessageTextProps) {
  const { isReadOnly, placeholders, engine, emojiNote, onChange, ...field } = props;
  const area = useRef<HTMLTextAreaElement>(null);
  const insert = (text: string): void => insertAtCursor(area, text, onChange);
  return (
    <>
      <Textarea
        {...field}
        ref={area}
        readOnly={isReadOnly}
        onChange={(event) => onChange(event.currentTarget.value)}
        maxLength={4_096}
        autosize
        minRows={7}
        maxRows={18}
      />
      {!isReadOnly && (
        <Group gap="xs">
          <InsertEmoji note={emojiNote} onInsert={insert} />
          <InsertPlaceholder {...{ placeholders, engine }} onInsert={insert} />
        </Group>
      )}
    </>
  );
}
