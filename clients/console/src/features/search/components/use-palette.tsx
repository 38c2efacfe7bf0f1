import { ActionIcon, Button, Kbd } from '@mantine/core';
import { useHotkeys, useOs } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { type ComponentType, type ReactNode, useEffect, useState } from 'react';
import { useAnySession } from '../../../app/session/session';
import { useTexts } from '../../../texts';
import { notifyOfError } from '../../../ui/action';
import { type RecentPage, withRecent } from '../recent';
import type { PaletteProps } from './palette';

interface OpenedPalette {
  /** Undefined: the person can't search, because operators have no account. */
  open: (() => void) | undefined;
  palette: ReactNode;
}

/** The search of everything, which a button or Ctrl K opens. It is loaded when it is first opened. */
export function usePalette(): OpenedPalette {
  const texts = useTexts();
  const { account, isEnded } = useAnySession();
  const [isOpen, setOpen] = useState(false);
  const [Palette, setPalette] = useState<ComponentType<PaletteProps> | null>(null);
  const recent = useRecentPages();
  const canOpen = account !== null && !isEnded;
  const open = (): void => {
    if (!canOpen) return;
    setOpen(true);
    import('./palette').then(
      (loaded) => setPalette(() => loaded.Palette),
      (error: unknown) => {
        setOpen(false);
        notifyOfError(texts, error);
      },
    );
  };
  useHotkeys([['mod+K', open, { preventDefault: canOpen }]], [], true);
  return {
    open: account === null ? undefined : open,
    palette: Palette && canOpen && <Palette opened={isOpen} recent={recent} onClose={() => setOpen(false)} />,
  };
}

/** The pages that were opened since the sign-in, newest first. They are not stored, because they can name people. */
function useRecentPages(): readonly RecentPage[] {
  const [pages, setPages] = useState<readonly RecentPage[]>([]);
  useEffect(() => {
    const remember = (): void => {
      const title = /^(.*) · Carillon$/.exec(document.title)?.[1];
      const href = location.pathname + location.search;
      // The sign-in has a title of another form.
      if (title !== undefined) setPages((before) => withRecent(before, { href, title }));
    };
    // Each page sets its title when it is shown. The first one may be shown already.
    remember();
    const observer = new MutationObserver(remember);
    const title = document.querySelector('title');
    if (title) observer.observe(title, { childList: true });
    return () => observer.disconnect();
  }, []);
  return pages;
}

export function SearchButton({ onOpen }: { onOpen: () => void }) {
  const { nav } = useTexts();
  const isMac = ['macos', 'ios'].includes(useOs());
  return (
    <Button
      variant="default"
      fullWidth
      mb="sm"
      px="sm"
      justify="space-between"
      leftSection={<IconSearch size={16} aria-hidden />}
      rightSection={<Kbd aria-hidden>{isMac ? '⌘K' : nav.ctrlK}</Kbd>}
      styles={{ label: { flex: 1 } }}
      c="dimmed"
      fw={500}
      aria-keyshortcuts={isMac ? 'Meta+K' : 'Control+K'}
      onClick={onOpen}
    >
      {nav.search}
    </Button>
  );
}

/** The search button of narrow pages. */
export function SearchIcon({ onOpen }: { onOpen: () => void }) {
  const { nav } = useTexts();
  return (
    <ActionIcon variant="subtle" color="gray" size="lg" aria-label={nav.search} onClick={onOpen}>
      <IconSearch size={20} />
    </ActionIcon>
  );
}
