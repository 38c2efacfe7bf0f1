import { ActionIcon, Button, Modal, Stack, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconEdit, IconTrash } from '@tabler/icons-react';
import { type SyntheticEvent, useState } from 'react';
import { useTexts } from '../../../texts';
import { Confirm, DialogButtons } from '../../../ui/confirm';
import { ErrorNote } from '../../../ui/page';
import { MAX_NAME, type Template, useDeleteTemplate, useRenameTemplate } from '../api/templates';

interface ChangeTemplateProps {
  template: Template;
  deleteTitle: string;
  /** What happens to campaigns and emails that have a copy. */
  deleteText: string;
}

/** The buttons that rename and delete a template. */
export function ChangeTemplate({ template, deleteTitle, deleteText }: ChangeTemplateProps) {
  const texts = useTexts();
  const [isRenaming, renaming] = useDisclosure(false);
  const [isDeleting, deleting] = useDisclosure(false);
  const { _id, name } = template;
  const remove = useDeleteTemplate({ silent: true });
  return (
    <>
      <ActionIcon variant="subtle" aria-label={`${texts.templates.rename}: ${name}`} onClick={renaming.open}>
        <IconEdit size={16} />
      </ActionIcon>
      <ActionIcon
        variant="subtle"
        color="red"
        aria-label={`${texts.delete}: ${name}`}
        onClick={deleting.open}
      >
        <IconTrash size={16} />
      </ActionIcon>
      {isRenaming && <RenameDialog template={template} onClose={renaming.close} />}
      {isDeleting && (
        <Confirm
          title={deleteTitle}
          verb={texts.delete}
          action={() => remove.mutateAsync(_id)}
          onClose={deleting.close}
        >
          {deleteText}
        </Confirm>
      )}
    </>
  );
}

function RenameDialog({ template, onClose }: { template: Template; onClose: () => void }) {
  const texts = useTexts();
  const [name, setName] = useState(template.name);
  const rename = useRenameTemplate({ silent: true, done: onClose });
  const save = (event: SyntheticEvent): void => {
    event.preventDefault();
    rename.mutate({ templateId: template._id, name });
  };
  return (
    <Modal
      opened
      onClose={onClose}
      title={texts.templates.rename}
      closeButtonProps={{ 'aria-label': texts.close }}
    >
      <form onSubmit={save}>
        <Stack>
          <TextInput
            label={texts.templates.name}
            value={name}
            maxLength={MAX_NAME}
            required
            data-autofocus
            onChange={(event) => setName(event.currentTarget.value)}
          />
          {rename.error && <ErrorNote error={rename.error} />}
          <DialogButtons onClose={onClose}>
            <Button type="submit" loading={rename.isPending} disabled={name.trim() === ''}>
              {texts.save}
            </Button>
          </DialogButtons>
        </Stack>
      </form>
    </Modal>
  );
}
