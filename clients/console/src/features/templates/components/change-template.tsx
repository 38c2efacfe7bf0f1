import { ActionIcon } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconEdit, IconTrash } from '@tabler/icons-react';
import { useTexts } from '../../../texts';
import { useTemplateTexts } from '../texts';
import { Confirm } from '../../../ui/confirm';
import { type Template, useDeleteTemplate, useRenameTemplate } from '../api/templates';
import { TemplateNameDialog } from './name-dialog';

interface ChangeTemplateProps {
  template: Template;
  deleteTitle: string;
  /** What happens to campaigns and emails that have a copy. */
  deleteText: string;
}

/** The buttons that rename and delete a template. */
export function ChangeTemplate({ template, deleteTitle, deleteText }: ChangeTemplateProps) {
  const texts = useTexts();
  const templateTexts = useTemplateTexts();
  const [isRenaming, renaming] = useDisclosure(false);
  const [isDeleting, deleting] = useDisclosure(false);
  const { _id, name } = template;
  const remove = useDeleteTemplate({ silent: true });
  return (
    <>
      <ActionIcon variant="subtle" aria-label={`${templateTexts.rename}: ${name}`} onClick={renaming.open}>
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
  const texts = useTemplateTexts();
  const rename = useRenameTemplate({ silent: true, done: onClose });
  const action = {
    ...rename,
    mutate: (name: string): void => rename.mutate({ templateId: template._id, name }),
  };
  return (
    <TemplateNameDialog title={texts.rename} initial={template.name} action={action} onClose={onClose} />
  );
}
