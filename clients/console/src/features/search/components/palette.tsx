import { Box, Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useNavigate, useRouter } from '@tanstack/react-router';
import { type KeyboardEvent, useEffect, useId, useState } from 'react';
import { useTexts } from '../../../texts';
import { useIsPhone } from '../../../ui/phone';
import { MAX_SEARCH, type Result, useResults } from '../api/results';
import { useCommands } from '../commands';
import { matchesOf } from '../matching';
import type { RecentPage } from '../recent';
import { useSearchTexts } from '../texts';
import './palette.css';

export interface PaletteProps {
  opened: boolean;
  recent: readonly RecentPage[];
  onClose: () => void;
}

/** A pause in typing before the API is asked (milliseconds). */
const PAUSE_MS = 200;
/** The number of pages and actions that a search shows. */
const COMMANDS_SHOWN = 8;

interface Section {
  heading: string;
  /** Absent while nothing is typed. */
  count?: string;
  options: readonly Option[];
}

interface Option extends Pick<Result, 'title' | 'detail'> {
  /** Unique in the document. */
  id: string;
  open: () => void;
}

/** Searches everything in the account. The text field is a combobox, and the results are its list. */
export function Palette({ opened, onClose, ...props }: PaletteProps) {
  const { close } = useTexts();
  const texts = useSearchTexts();
  const isPhone = useIsPhone();
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={texts.title}
      size="lg"
      centered={false}
      fullScreen={isPhone}
      closeButtonProps={{ 'aria-label': close }}
    >
      <Search onClose={onClose} {...props} />
    </Modal>
  );
}

function Search({ recent, onClose }: Omit<PaletteProps, 'opened'>) {
  const { retry: again } = useTexts();
  const texts = useSearchTexts();
  const [entered, setEntered] = useState('');
  const typed = entered.trim();
  const [settled] = useDebouncedValue(typed, PAUSE_MS);
  const [chosen, setChosen] = useState<string | null>(null);
  const prefix = useId();
  const listId = `${prefix}list`;
  const { sections, failed, isSearching } = useSections(typed, settled, { prefix, recent, onClose });
  const options = sections.flatMap((section) => section.options);
  const at = Math.max(
    options.findIndex(({ id }) => id === chosen),
    0,
  );
  const active = options[at];
  useEffect(() => {
    if (active) document.getElementById(active.id)?.scrollIntoView({ block: 'nearest' });
  }, [active?.id]);
  const onKeyDown = (event: KeyboardEvent): void => {
    // Enter also confirms a character of an input method.
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter') {
      event.preventDefault();
      active?.open();
      return;
    }
    const next = nextOf(event, at, options.length);
    if (next === null) return;
    event.preventDefault();
    setChosen(options[next]?.id ?? null);
  };
  const status = () => {
    if (isSearching) return texts.searching;
    if (typed === '') return texts.keys;
    if (options.length > 0) return texts.results(options.length);
    return failed.length > 0 ? '' : texts.noResults(typed);
  };
  return (
    <Stack gap="sm">
      <TextInput
        role="combobox"
        aria-label={texts.input}
        aria-expanded={options.length > 0}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={active?.id}
        placeholder={texts.input}
        leftSection={<IconSearch size={16} aria-hidden />}
        value={entered}
        maxLength={MAX_SEARCH}
        autoComplete="off"
        spellCheck={false}
        enterKeyHint="go"
        data-autofocus
        onChange={(event) => {
          setEntered(event.currentTarget.value);
          setChosen(null);
        }}
        onKeyDown={onKeyDown}
      />
      {failed.length > 0 && (
        <Group gap="sm" role="alert">
          <Text size="sm" c="var(--mantine-color-error)">
            {texts.failed(failed.map(({ heading }) => heading).join(', '))}
          </Text>
          <Button
            size="compact-sm"
            variant="default"
            onClick={() => {
              for (const { retry } of failed) retry();
            }}
          >
            {again}
          </Button>
        </Group>
      )}
      <Text size="sm" c="dimmed" role="status">
        {status()}
      </Text>
      <div className="palette" id={listId} role="listbox" aria-label={texts.title}>
        {sections.map(({ heading, count, options: shown }) => (
          <div key={heading} role="group" aria-label={heading}>
            <Text className="palette-heading" size="xs" c="dimmed" aria-hidden>
              {heading}
              {count !== undefined && <span>{count}</span>}
            </Text>
            {shown.map(({ id, title, detail, open }) => (
              <Box
                key={id}
                id={id}
                role="option"
                className="palette-option"
                aria-selected={id === active?.id}
                onMouseMove={() => setChosen(id)}
                // The text field keeps the focus.
                onMouseDown={(event) => event.preventDefault()}
                onClick={open}
              >
                <span>{title}</span>
                {detail && (
                  <Text span size="xs" c="dimmed">
                    {detail}
                  </Text>
                )}
              </Box>
            ))}
          </div>
        ))}
      </div>
    </Stack>
  );
}

interface Shown {
  sections: Section[];
  /** The lists that could not be searched. */
  failed: { heading: string; retry: () => void }[];
  isSearching: boolean;
}

/** What the list shows: results, or recent pages and everything that a person can open if nothing is typed. */
function useSections(
  typed: string,
  settled: string,
  { prefix, recent, onClose }: Omit<PaletteProps, 'opened'> & { prefix: string },
): Shown {
  const { kinds } = useSearchTexts();
  const navigate = useNavigate();
  const { history } = useRouter();
  const lists = useResults({ typed, settled });
  const commands = useCommands();
  const optionOf = ({ id, title, detail, target }: Result): Option => ({
    id: `${prefix}${id}`,
    title,
    detail,
    open: () => {
      onClose();
      void navigate(target);
    },
  });
  const failed = lists.flatMap(({ kind, retry }) => (retry ? [{ heading: kinds[kind], retry }] : []));
  const isSearching = typed !== '' && lists.some((list) => list.isSearching);
  if (typed === '') {
    const here = location.pathname + location.search;
    const options = recent
      .filter(({ href }) => href !== here)
      .map(({ href, title }) => ({
        id: `${prefix}recent ${href}`,
        title,
        open: () => {
          onClose();
          history.push(href);
        },
      }));
    const sections = [
      { heading: kinds.recent, options },
      { heading: kinds.commands, options: commands.map(optionOf) },
    ];
    return { sections: sections.filter((section) => section.options.length > 0), failed, isSearching };
  }
  const { best, total } = matchesOf(commands, typed, COMMANDS_SHOWN);
  const sections = [
    { heading: kinds.commands, count: String(total), options: best.map(optionOf) },
    ...lists.map(({ kind, count, results }) => ({
      heading: kinds[kind],
      count,
      options: results.map(optionOf),
    })),
  ];
  return { sections: sections.filter((section) => section.options.length > 0), failed, isSearching };
}

/** The option to which a key moves, from one end of the list to the other; null: the key doesn't move. */
function nextOf({ key, shiftKey, ctrlKey, metaKey, altKey }: KeyboardEvent, at: number, count: number) {
  if (count === 0 || shiftKey || ctrlKey || metaKey || altKey) return null;
  if (key === 'ArrowDown') return (at + 1) % count;
  if (key === 'ArrowUp') return (at - 1 + count) % count;
  if (key === 'Home') return 0;
  return key === 'End' ? count - 1 : null;
}
