import { Group, NativeSelect, Skeleton, Text, TextInput, UnstyledButton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useRef, useState } from 'react';
import { useLanguage } from '../../../texts';
import { ErrorNote } from '../../../ui/page';
import {
  type Emoji,
  type EmojiGroup,
  type SkinTone,
  emojiGroups,
  inTone,
  searchEmojis,
  skinTones,
} from '../emoji/emoji';
import { loadEmojis } from '../emoji/emoji-data';
import { chosenTone, recentEmojis, rememberEmoji, rememberTone } from '../emoji/emoji-memory';
import { useInsertionTexts } from '../texts';

const COLUMNS = 8;
const MOST_FOUND = 80;

type Shown = 'recent' | EmojiGroup;

/** Finds an emoji by its name in any language of the console, in a group, or among the recent ones. */
export default function EmojiPicker({ onChoose }: { onChoose: (emoji: string) => void }) {
  const { language } = useLanguage();
  const texts = useInsertionTexts();
  const [recent] = useState(recentEmojis);
  const [search, setSearch] = useState('');
  const [shown, show] = useState<Shown>(recent.length > 0 ? 'recent' : emojiGroups[0]);
  const [tone, setTone] = useState(chosenTone);
  const grid = useRef<HTMLDivElement>(null);
  const {
    data: emojis,
    error,
    refetch,
  } = useQuery({
    queryKey: ['emojis', language],
    queryFn: () => loadEmojis(language),
    staleTime: Infinity,
  });
  if (error) return <ErrorNote error={error} retry={() => void refetch()} />;
  if (!emojis) return <Skeleton height={300} />;
  const isSearch = search.trim() !== '';
  const found = isSearch ? searchEmojis(emojis, search, MOST_FOUND) : emojisIn(emojis, shown, recent);
  const choose = (emoji: string): void => {
    rememberEmoji(emoji);
    onChoose(emoji);
  };
  return (
    <>
      <TextInput
        type="search"
        aria-label={texts.emojiSearch}
        placeholder={texts.emojiSearch}
        value={search}
        data-autofocus
        onChange={(event) => setSearch(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown' && event.key !== 'Enter') return;
          event.preventDefault();
          const first = grid.current?.querySelector('button');
          if (event.key === 'ArrowDown') first?.focus();
          else first?.click();
        }}
      />
      <Group gap="xs" grow>
        <NativeSelect
          aria-label={texts.emojiGroup}
          value={isSearch ? '' : String(shown)}
          disabled={isSearch}
          data={[
            ...(isSearch ? [{ value: '', label: texts.emojiAll }] : []),
            ...(recent.length > 0 ? [{ value: 'recent', label: texts.emojiRecent }] : []),
            ...emojiGroups.map((group) => ({ value: String(group), label: texts.emojiGroups[group] })),
          ]}
          onChange={({ currentTarget: { value } }) =>
            show(emojiGroups.find((group) => String(group) === value) ?? 'recent')
          }
        />
        <NativeSelect
          aria-label={texts.skinTone}
          value={tone}
          data={skinTones.map((value) => ({ value, label: texts.skinTones[value] }))}
          onChange={({ currentTarget: { value } }) => {
            const next = skinTones.find((each) => each === value) ?? 'none';
            rememberTone(next);
            setTone(next);
          }}
        />
      </Group>
      <Text size="xs" c="dimmed" role="status">
        {isSearch ? texts.emojisFound(found.length) : ''}
      </Text>
      {found.length > 0 && (
        // Another list starts with its first emoji.
        <EmojiGrid key={isSearch ? search : shown} grid={grid} emojis={found} tone={tone} onChoose={choose} />
      )}
    </>
  );
}

/** An inserted emoji that has a skin tone is shown as it was inserted. */
function emojisIn(emojis: readonly Emoji[], shown: Shown, recent: readonly string[]): Emoji[] {
  if (shown !== 'recent') return emojis.filter(({ group }) => group === shown);
  return recent.flatMap((character) => {
    const emoji = emojis.find((each) => [each.character, ...each.tones].includes(character));
    return emoji ? [{ ...emoji, character, tones: [] }] : [];
  });
}

interface EmojiGridProps {
  grid: { current: HTMLDivElement | null };
  emojis: readonly Emoji[];
  tone: SkinTone;
  onChoose: (emoji: string) => void;
}

/** A grid with one place in the order of the Tab key. The arrow keys move in it. */
function EmojiGrid({ grid, emojis, tone, onChoose }: EmojiGridProps) {
  const texts = useInsertionTexts();
  const [current, setCurrent] = useState(0);
  const rows = Array.from({ length: Math.ceil(emojis.length / COLUMNS) }, (_, row) =>
    emojis.slice(row * COLUMNS, (row + 1) * COLUMNS),
  );
  const move = (event: KeyboardEvent): void => {
    const next = nextPlace(event.key, current, emojis.length);
    if (next === null) return;
    event.preventDefault();
    setCurrent(next);
    grid.current?.querySelectorAll('button')[next]?.focus();
  };
  return (
    <div ref={grid} role="grid" aria-label={texts.emojis} className="emojis" onKeyDown={move}>
      {rows.map((row, at) => (
        <div role="row" key={at}>
          {row.map((emoji, column) => {
            const place = at * COLUMNS + column;
            const character = inTone(emoji, tone);
            return (
              <div role="gridcell" key={emoji.character}>
                <UnstyledButton
                  aria-label={emoji.name}
                  title={emoji.name}
                  tabIndex={place === current ? 0 : -1}
                  onFocus={() => setCurrent(place)}
                  onClick={() => onChoose(character)}
                >
                  {character}
                </UnstyledButton>
              </div>
            );
          })}
        </div>
      ))}
    </div>
  );
}

/** The place that a key leads to, of so many. Null: another key. */
function nextPlace(key: string, current: number, count: number): number | null {
  const steps: Record<string, number> = {
    ...{ ArrowLeft: -1, ArrowRight: 1, ArrowUp: -COLUMNS, ArrowDown: COLUMNS },
    ...{ Home: -count, End: count },
  };
  const step = steps[key];
  if (step === undefined) return null;
  const next = current + step;
  // A step of a whole row stays in its column.
  if (Math.abs(step) === COLUMNS && (next < 0 || next >= count)) return current;
  return Math.min(Math.max(next, 0), count - 1);
}
