import { Button, Modal, SimpleGrid, Stack, Text, UnstyledButton } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconPaperclip, IconPhotoPlus } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTexts } from '../../../texts';
import { useMediaLibraryTexts } from '../texts';
import { ErrorNote, Loading } from '../../../ui/page';
import { NextPage } from '../../../ui/paged';
import { type Media, useMedia, useUploadMedia } from '../api/media';
import { MediaTile } from './media-tile';
import { UploadMedia } from './upload-media';

/** The button and the dialog that choose an image for an email. */
export function InsertImage({ label, onChoose }: { label?: string; onChoose: (image: Media) => void }) {
  const all = useTexts();
  const texts = useMediaLibraryTexts();
  return (
    <ChooseMedia
      kind="IMAGE"
      label={label ?? texts.insert}
      title={all.media.choose}
      nameOf={texts.insertNamed}
      icon={<IconPhotoPlus size={14} />}
      onChoose={onChoose}
    />
  );
}

interface AttachFileProps {
  /** Absent: attach a file. */
  label?: string;
  isDisabled?: boolean;
  onChoose: (file: Media) => void;
}

/** The button and the dialog that choose a file for a message. */
export function AttachFile({ label, isDisabled = false, onChoose }: AttachFileProps) {
  const texts = useMediaLibraryTexts();
  return (
    <ChooseMedia
      label={label ?? texts.attach}
      title={texts.chooseFile}
      nameOf={texts.attachNamed}
      icon={<IconPaperclip size={14} />}
      isDisabled={isDisabled}
      onChoose={onChoose}
    />
  );
}

interface ChoiceProps {
  /** Absent: files of all kinds. */
  kind?: Media['kind'];
  /** The accessible name of a file's button. */
  nameOf: (name: string) => string;
  onChoose: (file: Media) => void;
}

interface ChooseMediaProps extends ChoiceProps {
  label: string;
  title: string;
  icon: ReactNode;
  isDisabled?: boolean;
}

function ChooseMedia({ label, title, icon, isDisabled = false, onChoose, ...choice }: ChooseMediaProps) {
  const texts = useTexts();
  const [isOpen, dialog] = useDisclosure(false);
  return (
    <>
      <Button variant="default" size="xs" leftSection={icon} disabled={isDisabled} onClick={dialog.open}>
        {label}
      </Button>
      <Modal
        opened={isOpen}
        onClose={dialog.close}
        title={title}
        size="xl"
        closeButtonProps={{ 'aria-label': texts.close }}
      >
        <Choice
          {...choice}
          onChoose={(file) => {
            dialog.close();
            onChoose(file);
          }}
        />
      </Modal>
    </>
  );
}

function Choice({ kind, nameOf, onChoose }: ChoiceProps) {
  const texts = useMediaLibraryTexts();
  const list = useMedia({ search: '', ...(kind && { kind }) });
  const upload = useUploadMedia();
  const files = list.data?.pages.flatMap(({ items }) => items);
  return (
    <Stack align="flex-start">
      <UploadMedia variant="default" isBusy={upload.isPending} onChoose={(chosen) => upload.mutate(chosen)} />
      {list.isLoadingError && <ErrorNote error={list.error} retry={() => void list.refetch()} />}
      {!files && !list.isLoadingError && <Loading />}
      {files?.length === 0 && <Text c="dimmed">{texts.emptyText}</Text>}
      <SimpleGrid cols={{ base: 2, sm: 3 }} w="100%">
        {files?.map((file) => (
          <UnstyledButton key={file._id} aria-label={nameOf(file.name)} onClick={() => onChoose(file)}>
            <MediaTile file={file} />
          </UnstyledButton>
        ))}
      </SimpleGrid>
      <NextPage list={list} />
    </Stack>
  );
}
