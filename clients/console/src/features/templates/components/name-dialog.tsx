import { Button, Modal, Stack, Text, TextInput } from '@mantine/core';
import { type SyntheticEvent, useState } from 'react';
import { useTexts } from '../../../texts';
import { useTemplateTexts } from '../texts';
import { DialogButtons } from '../../../ui/confirm';
import { ErrorNote } from '../../../ui/page';
import { MAX_NAME } from '../api/templates';

interface NameDialogProps {
  title: string;
  text?: string;
  /** The initial name. */
  initial?: string;
  action: { mutate: (name: string) => void; isPending: boolean; error: Error | null };
  onClose: () => void;
}

/** Asks for the name of a template, and saves it. */
export function NameDialog({ title, text, initial = '', action, onClose }: NameDialogProps) {
  const texts = useTexts();
  const templates = useTemplateTexts();
  const [name, setName] = useState(initial);
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    action.mutate(name);
  };
  return (
    <Modal opened onClose={onClose} title={title} closeButtonProps={{ 'aria-label': texts.close }}>
      <form onSubmit={submit}>
        <Stack>
          {text !== undefined && <Text size="sm">{text}</Text>}
          <TextInput
            label={templates.name}
            value={name}
            maxLength={MAX_NAME}
            required
            data-autofocus
            onChange={(event) => setName(event.currentTarget.value)}
          />
          {action.error && <ErrorNote error={action.error} />}
          <DialogButtons onClose={onClose}>
            <Button type="submit" loading={action.isPending} disabled={name.trim() === ''}>
              {texts.save}
            </Button>
          </DialogButtons>
        </Stack>
      </form>
    </Modal>
  );
}
