import { Button, Modal, Select, Stack, Text, TextInput } from '@mantine/core';
import { type SyntheticEvent, useState } from 'react';
import { useTexts } from '../../../texts';
import { useTemplateTexts } from '../texts';
import { notify } from '../../../ui/action';
import { DialogButtons } from '../../../ui/confirm';
import { ErrorNote } from '../../../ui/page';
import { MAX_NAME, type MessagesOf, useSaveTemplate, useTemplates } from '../api/templates';

interface SaveAsTemplateProps {
  campaignId: string;
  messagesOf: MessagesOf;
  /** The suggested name. */
  name: string;
  onClose: () => void;
}

/** Saves the messages of a campaign as a new template, or in place of those of another template. */
export function SaveAsTemplate({ campaignId, messagesOf, name: suggested, onClose }: SaveAsTemplateProps) {
  const texts = useTexts();
  const own = useTemplateTexts();
  const [name, setName] = useState(suggested);
  const [replaces, setReplaces] = useState<string | null>(null);
  const list = useTemplates('');
  const templates = list.data?.pages.flatMap(({ items }) => items) ?? [];
  const save = useSaveTemplate({
    silent: true,
    done: () => {
      notify(texts, own.saved);
      onClose();
    },
  });
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    save.mutate({ campaignId, messagesOf, name, replaces });
  };
  const choose = (id: string | null): void => {
    setReplaces(id);
    const chosen = templates.find(({ _id }) => _id === id);
    if (chosen) setName(chosen.name);
  };
  return (
    <Modal
      opened
      onClose={onClose}
      title={texts.templates.saveTitle}
      closeButtonProps={{ 'aria-label': texts.close }}
    >
      <form onSubmit={submit}>
        <Stack>
          <Text size="sm">{own.saveText}</Text>
          <TextInput
            label={own.name}
            value={name}
            maxLength={MAX_NAME}
            required
            data-autofocus
            onChange={(event) => setName(event.currentTarget.value)}
          />
          {templates.length > 0 && (
            <Select
              label={own.replace}
              description={own.replaceHint}
              data={[
                { value: '', label: own.replaceNone },
                ...templates.map(({ _id, name: label }) => ({ value: _id, label })),
              ]}
              value={replaces ?? ''}
              allowDeselect={false}
              searchable
              onChange={(id) => choose(id === '' ? null : id)}
            />
          )}
          {save.error && <ErrorNote error={save.error} />}
          <DialogButtons onClose={onClose}>
            <Button type="submit" loading={save.isPending} disabled={name.trim() === ''}>
              {replaces === null ? texts.save : own.replaceVerb}
            </Button>
          </DialogButtons>
        </Stack>
      </form>
    </Modal>
  );
}
