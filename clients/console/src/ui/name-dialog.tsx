import { Button, Modal, Stack, Text, TextInput } from '@mantine/core';
import { type SyntheticEvent, useState } from 'react';
import { useTexts } from '../texts';
import { DialogButtons } from './confirm';
import { ErrorNote } from './page';

interface NameDialogProps {
  title: string;
  text?: string;
  label: string;
  /** The maximum length (characters). */
  maxLength: number;
  /** The initial name. */
  initial?: string;
  /** The text of the button. Default: Save. */
  verb?: string;
  action: { mutate: (name: string) => void; isPending: boolean; error: Error | null };
  onClose: () => void;
}

/** Asks for a name, and saves it. */
export function NameDialog({
  title,
  text,
  label,
  maxLength,
  initial = '',
  verb,
  action,
  onClose,
}: NameDialogProps) {
  const texts = useTexts();
  const [name, setName] = useState(initial);
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    action.mutate(name.trim());
  };
  return (
    <Modal opened onClose={onClose} title={title} closeButtonProps={{ 'aria-label': texts.close }}>
      <form onSubmit={submit}>
        <Stack>
          {text !== undefined && <Text size="sm">{text}</Text>}
          <TextInput
            label={label}
            value={name}
            maxLength={maxLength}
            required
            data-autofocus
            onChange={(event) => setName(event.currentTarget.value)}
          />
          {action.error && <ErrorNote error={action.error} />}
          <DialogButtons onClose={onClose}>
            <Button type="submit" loading={action.isPending} disabled={name.trim() === ''}>
              {verb ?? texts.save}
            </Button>
          </DialogButtons>
        </Stack>
      </form>
    </Modal>
  );
}
