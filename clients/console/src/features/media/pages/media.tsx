import { Box, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconPhoto, IconSearch } from '@tabler/icons-react';
import { useSearch } from '@tanstack/react-router';
import { type DragEvent, useState } from 'react';
import { useMay } from '../../../app/session/session';
import { useMediaLibraryTexts } from '../texts';
import { Empty, ErrorNote, Loading, PageHead } from '../../../ui/page';
import { NextPage } from '../../../ui/paged';
import { useMedia, useUploadMedia } from '../api/media';
import { MediaActions } from '../components/media-actions';
import { MediaTile } from '../components/media-tile';
import { UploadMedia } from '../components/upload-media';

/** The images and files of the account, at first those that the search in the URL finds. */
export function MediaPage() {
  const { search = '' } = useSearch({ from: '/media' });
  return <MediaLibrary key={search} searched={search} />;
}

/** Files that are dropped on the page are uploaded. */
function MediaLibrary({ searched }: { searched: string }) {
  const texts = useMediaLibraryTexts();
  const mayWrite = useMay('write');
  const [search, setSearch] = useState(searched);
  const [sought] = useDebouncedValue(search.trim(), 300);
  const list = useMedia({ search: sought });
  const upload = useUploadMedia();
  const [isOver, setOver] = useState(false);
  const files = list.data?.pages.flatMap(({ items }) => items);
  const button = mayWrite && (
    <UploadMedia isBusy={upload.isPending} onChoose={(chosen) => upload.mutate(chosen)} />
  );
  const drop = (event: DragEvent): void => {
    event.preventDefault();
    setOver(false);
    const dropped = [...event.dataTransfer.files];
    if (mayWrite && dropped.length > 0) upload.mutate(dropped);
  };
  const shown = () => {
    if (list.isLoadingError) return <ErrorNote error={list.error} retry={() => void list.refetch()} />;
    if (!files) return <Loading />;
    if (files.length === 0 && sought !== '') return <Text c="dimmed">{texts.noMatch}</Text>;
    if (files.length === 0)
      return (
        <Empty icon={<IconPhoto size={44} stroke={1.4} />} title={texts.emptyTitle} action={button}>
          {texts.emptyText}
        </Empty>
      );
    return (
      <>
        <SimpleGrid cols={{ base: 1, xs: 2, sm: 3, lg: 4 }}>
          {files.map((file) => (
            <MediaTile key={file._id} file={file}>
              <MediaActions file={file} />
            </MediaTile>
          ))}
        </SimpleGrid>
        <NextPage list={list} />
      </>
    );
  };
  return (
    <Box
      mih="70vh"
      onDragOver={(event: DragEvent) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
      style={isOver && mayWrite ? { outline: '2px dashed var(--mantine-primary-color-filled)' } : {}}
    >
      <PageHead title={texts.title}>{button}</PageHead>
      <Stack>
        <TextInput
          aria-label={texts.search}
          placeholder={texts.search}
          leftSection={<IconSearch size={16} aria-hidden />}
          value={search}
          maw={360}
          maxLength={100}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
        <Text size="sm" c="dimmed">
          {texts.lead}
        </Text>
        {shown()}
      </Stack>
    </Box>
  );
}
