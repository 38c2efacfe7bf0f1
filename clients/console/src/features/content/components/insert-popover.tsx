import { ActionIcon, Button, Popover } from '@mantine/core';
import { Fragment, type ReactNode, useState } from 'react';
import { useInsertionTexts } from '../texts';

interface InsertPopoverProps {
  label: string;
  icon: ReactNode;
  /** The name of the field, if the button is small because the field has one line. */
  field: string | undefined;
  onInsert: (text: string) => void;
  /** The form. It calls the function to insert a text and to close. */
  children: (insert: (text: string) => void) => ReactNode;
}

/** A button, and a form that inserts a text into a field. */
export function InsertPopover({ label, icon, field, onInsert, children }: InsertPopoverProps) {
  const texts = useInsertionTexts();
  const [state, setState] = useState<'open' | 'canceled' | 'inserted'>('canceled');
  const [openings, setOpenings] = useState(0);
  const isOpen = state === 'open';
  const toggle = (): void => {
    setState(isOpen ? 'canceled' : 'open');
    if (!isOpen) setOpenings(openings + 1);
  };
  return (
    <Popover
      opened={isOpen}
      onChange={(opens) => setState(opens ? 'open' : 'canceled')}
      trapFocus
      // After an insertion, the field has the focus.
      returnFocus={state !== 'inserted'}
      position="bottom-start"
      width={320}
    >
      <Popover.Target>
        {field === undefined ? (
          <Button
            variant="default"
            size="xs"
            leftSection={icon}
            style={{ alignSelf: 'flex-start' }}
            onClick={toggle}
          >
            {label}
          </Button>
        ) : (
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={texts.into(label, field)}
            title={label}
            onClick={toggle}
          >
            {icon}
          </ActionIcon>
        )}
      </Popover.Target>
      <Popover.Dropdown p="xs" aria-label={label}>
        {/* It starts over, even if it is opened before it was closed completely. */}
        <Fragment key={openings}>
          {children((text) => {
            setState('inserted');
            onInsert(text);
          })}
        </Fragment>
      </Popover.Dropdown>
    </Popover>
  );
}
