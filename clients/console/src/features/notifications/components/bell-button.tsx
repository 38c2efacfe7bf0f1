import { ActionIcon, Indicator, Popover, VisuallyHidden } from '@mantine/core';
import { IconBell } from '@tabler/icons-react';
import { type ComponentType, useEffect, useRef, useState } from 'react';
import { useFormat, useTexts } from '../../../texts';
import { notifyOfError } from '../../../ui/action';
import { useUnread } from '../api/notifications';
import { useNotificationTexts } from '../texts';
import type { PanelProps } from './panel';

/** The API counts up to this number. */
const MOST = 100;

/** Shows the number of unread notifications, and opens the list. */
export function BellButton() {
  const texts = useTexts();
  const own = useNotificationTexts();
  const { number } = useFormat();
  const [isOpen, setOpen] = useState(false);
  const [Panel, setPanel] = useState<ComponentType<PanelProps> | null>(null);
  const unread = useUnread() ?? 0;
  const count = unread >= MOST ? `${number(MOST - 1)}+` : number(unread);
  const arrived = useIncrease(unread);
  const open = (): void => {
    setOpen(true);
    import('./panel').then(
      (loaded) => setPanel(() => loaded.Panel),
      (error: unknown) => {
        setOpen(false);
        notifyOfError(texts, error);
      },
    );
  };
  return (
    <>
      <Popover
        opened={isOpen}
        onChange={setOpen}
        position="bottom-start"
        width={380}
        shadow="md"
        trapFocus
        returnFocus
      >
        <Indicator label={count} size={16} offset={6} color="red" disabled={unread === 0} zIndex={1}>
          <Popover.Target>
            <ActionIcon
              variant="subtle"
              color="gray"
              size={34}
              aria-label={own.button(unread === 0 ? null : count)}
              onClick={() => (isOpen ? setOpen(false) : open())}
            >
              <IconBell size={20} aria-hidden />
            </ActionIcon>
          </Popover.Target>
        </Indicator>
        <Popover.Dropdown p={0} aria-label={own.title}>
          {Panel && <Panel onClose={() => setOpen(false)} />}
        </Popover.Dropdown>
      </Popover>
      <VisuallyHidden role="status">{arrived ? own.arrived(count) : ''}</VisuallyHidden>
    </>
  );
}

/** Whether the number has increased since it was first known. */
function useIncrease(value: number): boolean {
  const before = useRef<number | null>(null);
  const [hasIncreased, setIncreased] = useState(false);
  useEffect(() => {
    if (before.current !== null && value !== before.current) setIncreased(value > before.current);
    before.current = value;
  }, [value]);
  return hasIncreased;
}
