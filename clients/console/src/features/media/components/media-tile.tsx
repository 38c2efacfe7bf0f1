import { Card, Center, Image, Text } from '@mantine/core';
import { IconFile } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useFormat } from '../../../texts';
import type { Media } from '../api/media';

/** The picture of a file, with its name and size. */
export function MediaTile({ file, children }: { file: Media; children?: ReactNode }) {
  const { bytes: size } = useFormat();
  const { kind, name, alt, width, height, bytes } = file;
  return (
    <Card className="pane" p="sm" h="100%">
      <Card.Section>
        {kind === 'IMAGE' ? (
          <Image
            src={localUrl(file)}
            alt={alt === '' ? name : alt}
            h={150}
            fit="contain"
            loading="lazy"
            bg="gray.1"
          />
        ) : (
          <Center h={150} c="dimmed" aria-hidden>
            <IconFile size={48} stroke={1.2} />
          </Center>
        )}
      </Card.Section>
      <Text size="sm" fw={600} mt="xs" truncate title={name}>
        {name}
      </Text>
      <Text size="xs" c="dimmed">
        {width !== null && height !== null && `${width} × ${height} · `}
        {size(bytes)}
      </Text>
      {children}
    </Card>
  );
}

/** On the host of this page, because its policy allows no other images. */
export function localUrl({ url }: Media): string {
  return new URL(url).pathname;
}
