import { Skeleton, Stack, Text } from '@mantine/core';
import { IconMoodSmile } from '@tabler/icons-react';
import { Suspense, lazy } from 'react';
import { useInsertionTexts } from '../texts';
import { InsertPopover } from './insert-popover';

/** Loaded with its data when it is opened. */
const EmojiPicker = lazy(() => import('./emoji-picker'));

interface InsertEmojiProps {
  /** The name of the field, if it has one line. */
  field?: string | undefined;
  /** What an emoji would change. */
  note?: string | undefined;
  onInsert: (emoji: string) => void;
}

/** The button and the picker that insert an emoji. */
export function InsertEmoji({ field, note, onInsert }: InsertEmojiProps) {
  const texts = useInsertionTexts();
  return (
    <InsertPopover
      label={texts.emojiButton}
      icon={<IconMoodSmile size={14} />}
      field={field}
      onInsert={onInsert}
    >
      {(insert) => (
        <Stack gap="xs">
          {note !== undefined && <Text size="xs">{note}</Text>}
          <Suspense fallback={<Skeleton height={300} />}>
            <EmojiPicker onChoose={insert} />
          </Suspense>
        </Stack>
      )}
    </InsertPopover>
  );
}
