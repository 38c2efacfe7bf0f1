import { ActionIcon, Group, Stack, Text } from '@mantine/core';
import { IconFile, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useFormat } from '../../../../texts';
import { useCampaignTexts } from '../../texts';
import { AttachFile } from '../../../media';
import type { Draft } from '../../draft/draft';
import { fieldId } from '../focus-field';
import { mediaLimits } from './media-limits';
import { useMediaTexts } from './media-texts';

type File = NonNullable<Draft['whatsappMedia']>;

interface MessageMediaProps {
  channel: 'WHATSAPP' | 'SMS';
  file: File | null;
  isReadOnly: boolean;
  onChange: (file: File | null) => void;
}

/** The picture, video, or document of a message to a phone. */
export function MessageMedia({ channel, file, isReadOnly, onChange }: MessageMediaProps) {
  const texts = useMediaTexts();
  const { attachments } = useCampaignTexts();
  const { bytes: size } = useFormat();
  const [refusal, setRefusal] = useState<string | null>(null);
  if (isReadOnly && file === null) return null;
  const choose = ({ _id, name, type, bytes }: File): void => {
    const most = mediaLimits[channel][type];
    setRefusal(
      most === undefined
        ? texts.wrongType[channel](name)
        : bytes > most
          ? texts.tooBig(name, size(bytes), size(most))
          : null,
    );
    if (most !== undefined && bytes <= most) onChange({ _id, name, type, bytes });
  };
  return (
    <Stack
      gap={4}
      id={fieldId(channel === 'SMS' ? 'smsMedia' : 'whatsappMedia')}
      tabIndex={-1}
      role="group"
      aria-label={texts.title}
    >
      <Group gap="xs">
        {!isReadOnly && <AttachFile label={texts.choose} onChoose={choose} />}
        {file && (
          <>
            <IconFile size={16} stroke={1.5} aria-hidden />
            <Text size="sm" truncate title={file.name}>
              {file.name}
            </Text>
            <Text size="xs" c="dimmed">
              {size(file.bytes)}
            </Text>
            {!isReadOnly && (
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={attachments.remove(file.name)}
                onClick={() => onChange(null)}
              >
                <IconTrash size={16} />
              </ActionIcon>
            )}
          </>
        )}
      </Group>
      {refusal === null ? (
        <Text size="xs" c="dimmed">
          {texts.hint[channel]}
        </Text>
      ) : (
        <Text size="xs" c="red" role="alert">
          {refusal}
        </Text>
      )}
    </Stack>
  );
}
