import type { Schemas } from '@carillon/sdk';
import { Group, Image, Text } from '@mantine/core';
import { IconFile } from '@tabler/icons-react';
import { localUrl, useMediaFile } from '../../media';
import { usePreviewTexts } from '../texts';

/** The file as the phone shows it: a picture, or the name of another file. */
export function MediaPreview({ file }: { file: Schemas['MessageFile'] | null }) {
  const texts = usePreviewTexts();
  const { data: media, error } = useMediaFile(file?._id ?? null);
  if (file === null) return null;
  if (media?.kind === 'IMAGE')
    return (
      <Image
        src={localUrl(media)}
        alt={media.alt === '' ? file.name : media.alt}
        radius="sm"
        mah={240}
        fit="contain"
        mb={4}
      />
    );
  return (
    <Group gap={4} wrap="nowrap" mb={4}>
      <IconFile size={20} stroke={1.5} aria-hidden />
      <Text size="sm" truncate>
        {file.name}
      </Text>
      {error && <Text size="xs">{texts.fileDeleted}</Text>}
    </Group>
  );
}
