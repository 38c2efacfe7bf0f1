import { Button, Modal, SimpleGrid, Stack, Text, UnstyledButton } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconPhotoPlus } from '@tabler/icons-react';
import { useTexts } from '../../../texts';
import { ErrorNote, Loading } from '../../../ui/page';
import { NextPage } from '../../../ui/paged';
import { type Media, useMedia, useUploadMedia } from '../api/media';
import { MediaTile } from './media-tile';
import { UploadMedia } from './upload-media';

/** The button and the dialog that choose an image for an email. */
export function InsertImage({ onChoose }: { onChoose: (image: Media) => void }) {
  const texts = useTexts();
  const [isOpen, dialog] = useDisclosure(false);
  return (
    <>
      <Button variant="default" size="xs" leftSection={<IconPhotoPlus size={14} />} onClick={dialog.open}>
        {texts.media.insert}
      </Button>
      <Modal
        opened={isOpen}
        onClose={dialog.close}
        title={texts.media.choose}
        size="xl"
        closeButtonProps={{ 'aria-label': texts.close }}
      >
        <ImageChoice
          onChoose={(image) => {
            dialog.close();
            onChoose(image);
          }}
        />
      </Modal>
    </>
  );
}

function ImageChoice({ onChoose }: { onChoose: (image: Media) => void }) {
  const { media: texts } = useTexts();
  const list = useMedia({ search: '', kind: 'IMAGE' });
  const upload = useUploadMedia();
  const images = list.data?.pages.flatMap(({ items }) => items);
  return (
    <Stack align="flex-start">
      <UploadMedia variant="default" isBusy={upload.isPending} onChoose={(files) => upload.mutate(files)} />
      {list.isLoadingError && <ErrorNote error={list.error} retry={() => void list.refetch()} />}
      {!images && !list.isLoadingError && <Loading />}
      {images?.length === 0 && <Text c="dimmed">{texts.emptyText}</Text>}
      <SimpleGrid cols={{ base: 2, sm: 3 }} w="100%">
        {images?.map((image) => (
          <UnstyledButton
            key={image._id}
            aria-label={texts.insertNamed(image.name)}
            onClick={() => onChoose(image)}
          >
            <MediaTile file={image} />
          </UnstyledButton>
        ))}
      </SimpleGrid>
      <NextPage list={list} />
    </Stack>
  );
}
