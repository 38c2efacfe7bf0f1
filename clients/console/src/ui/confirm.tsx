import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useTexts } from '../texts';
import { ErrorNote } from './page';

/** The last line of a dialog: Cancel, and the button for the action. */
export function DialogButtons({ children, onClose }: { children: ReactNode; onClose: () => void }) {
  const texts = useTexts();
  return (
    <Group justify="flex-end">
      <Button variant="default" onClick={onClose}>
        {texts.cancel}
      </Button>
      {children}
    </Group>
  );
}

interface ConfirmProps {
  title: string;
  children: ReactNode;
  verb: string;
  /** The text to type first, and its label. */
  typed?: { text: string; label: string };
  action: () => Promise<unknown>;
  onClose: () => void;
}

/** Asks before irreversible actions. */
export function Confirm({ title, children, verb, typed, action, onClose }: ConfirmProps) {
  const texts = useTexts();
  const [error, setError] = useState<unknown>(null);
  const [isBusy, setBusy] = useState(false);
  const [entered, setEntered] = useState('');
  const go = (): void => {
    setBusy(true);
    action().then(onClose, (thrown: unknown) => {
      setError(thrown);
      setBusy(false);
    });
  };
  return (
    <Modal opened onClose={onClose} title={title} closeButtonProps={{ 'aria-label': texts.close }}>
      <Stack>
        <Text size="sm" component="div">
          {children}
        </Text>
        {typed && (
          <TextInput
            label={typed.label}
            value={entered}
            onChange={(event) => setEntered(event.currentTarget.value)}
            autoComplete="off"
            data-autofocus
          />
        )}
        {error !== null && <ErrorNote error={error} />}
        <DialogButtons onClose={onClose}>
          <Button
            color="red.9"
            loading={isBusy}
            disabled={typed !== undefined && entered.trim() !== typed.text}
            onClick={go}
          >
            {verb}
          </Button>
        </DialogButtons>
      </Stack>
    </Modal>
  );
}
