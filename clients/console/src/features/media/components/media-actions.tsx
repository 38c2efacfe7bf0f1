import { ActionIcon, Button, Checkbox, CopyButton, Group, Modal, Stack, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconCheck, IconEdit, IconLink, IconTrash } from '@tabler/icons-react';
import { type SyntheticEvent, useState } from 'react';
import { useMay } from '../../../app/session/session';
import { useTexts } from '../../../texts';
import { useMediaLibraryTexts } from '../texts';
import { Confirm, DialogButtons } from '../../../ui/confirm';
import { ErrorNote } from '../../../ui/page';
import { MAX_NAME, type Media, useDeleteMedia, useUpdateMedia } from '../api/media';

/** The longest alternative text that the API accepts (characters). */
const MAX_ALT = 500;

/** The buttons of a file: copy its link, describe it, and delete it. */
export function MediaActions({ file }: { file: Media }) {
  const texts = useTexts();
  const media = useMediaLibraryTexts();
  const mayWrite = useMay('write');
  const [isEditing, editing] = useDisclosure(false);
  const [isDeleting, deleting] = useDisclosure(false);
  const { name, url } = file;
  return (
    <Group gap={4} mt="xs">
      <CopyButton value={url}>
        {({ copied, copy }) => (
          <ActionIcon variant="subtle" aria-label={media.copyNamed(name)} onClick={copy}>
            {copied ? <IconCheck size={16} /> : <IconLink size={16} />}
          </ActionIcon>
        )}
      </CopyButton>
      {mayWrite && (
        <>
          <ActionIcon variant="subtle" aria-label={`${texts.edit}: ${name}`} onClick={editing.open}>
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
        </>
      )}
      {isEditing && <EditDialog file={file} onClose={editing.close} />}
      {isDeleting && <DeleteDialog file={file} onClose={deleting.close} />}
    </Group>
  );
}

interface DialogProps {
  file: Media;
  onClose: () => void;
}

function EditDialog({ file, onClose }: DialogProps) {
  const texts = useTexts();
  const media = useMediaLibraryTexts();
  const [name, setName] = useState(file.name);
  const [alt, setAlt] = useState(file.alt);
  const update = useUpdateMedia({ silent: true, done: onClose });
  const save = (event: SyntheticEvent): void => {
    event.preventDefault();
    update.mutate({ mediaId: file._id, name, alt });
  };
  return (
    <Modal opened onClose={onClose} title={file.name} closeButtonProps={{ 'aria-label': texts.close }}>
      <form onSubmit={save}>
        <Stack>
          <TextInput
            label={media.name}
            value={name}
            maxLength={MAX_NAME}
            required
            onChange={(event) => setName(event.currentTarget.value)}
          />
          {file.kind === 'IMAGE' && (
            <TextInput
              label={texts.fields.alt}
              description={media.altHint}
              value={alt}
              maxLength={MAX_ALT}
              onChange={(event) => setAlt(event.currentTarget.value)}
            />
          )}
          {update.error && <ErrorNote error={update.error} />}
          <DialogButtons onClose={onClose}>
            <Button type="submit" loading={update.isPending}>
              {texts.save}
            </Button>
          </DialogButtons>
        </Stack>
      </form>
    </Modal>
  );
}

function DeleteDialog({ file, onClose }: DialogProps) {
  const texts = useTexts();
  const media = useMediaLibraryTexts();
  const [isForced, setForced] = useState(false);
  const remove = useDeleteMedia({ silent: true });
  return (
    <Confirm
      title={media.deleteTitle(file.name)}
      verb={texts.delete}
      action={() => remove.mutateAsync({ mediaId: file._id, isForced })}
      onClose={onClose}
    >
      {media.deleteText}
      <Checkbox
        mt="md"
        label={media.force}
        checked={isForced}
        onChange={(event) => setForced(event.currentTarget.checked)}
      />
    </Confirm>
  );
}
