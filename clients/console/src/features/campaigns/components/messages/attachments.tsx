import { ActionIcon, Group, Stack, Text } from '@mantine/core';
import { IconFile, IconTrash } from '@tabler/icons-react';
import { useFormat } from '../../../../texts';
import { useCampaignTexts } from '../../texts';
import { AttachFile } from '../../../media';
import type { Draft } from '../../draft/draft';
import { fieldId } from '../focus-field';
import type { ChannelProps } from './channel-props';

/** What the API accepts: the number of files, and their size together (bytes). */
const MAX_FILES = 5;
const MAX_BYTES = 7_000_000;

/** The files that are attached to the email. */
export function Attachments({ draft, isReadOnly, change }: ChannelProps) {
  const { attachments: texts } = useCampaignTexts();
  const { bytes: size } = useFormat();
  const { attachments: files } = draft;
  const set = (attachments: Draft['attachments']): void => change({ attachments });
  const total = files.reduce((sum, { bytes }) => sum + bytes, 0);
  const isTooBig = total > MAX_BYTES;
  if (isReadOnly && files.length === 0) return null;
  return (
    <Stack gap="xs" id={fieldId('attachments')} tabIndex={-1} role="group" aria-label={texts.title}>
      <Group gap="sm">
        <Text size="sm" fw={550}>
          {texts.title}
        </Text>
        {!isReadOnly && (
          <AttachFile
            isDisabled={files.length >= MAX_FILES}
            onChoose={({ _id, name, type, bytes }) =>
              set([...files.filter((file) => file._id !== _id), { _id, name, type, bytes }])
            }
          />
        )}
        <Text size="xs" c={isTooBig ? 'red' : 'dimmed'} role={isTooBig ? 'alert' : undefined}>
          {isTooBig ? texts.tooBig(size(total), size(MAX_BYTES)) : texts.hint(MAX_FILES, size(MAX_BYTES))}
        </Text>
      </Group>
      {files.map(({ _id, name, bytes }) => (
        <Group key={_id} gap="xs" wrap="nowrap">
          <IconFile size={16} stroke={1.5} aria-hidden />
          <Text size="sm" truncate title={name}>
            {name}
          </Text>
          <Text size="xs" c="dimmed" style={{ whiteSpace: 'nowrap' }}>
            {size(bytes)}
          </Text>
          {!isReadOnly && (
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={texts.remove(name)}
              onClick={() => set(files.filter((file) => file._id !== _id))}
            >
              <IconTrash size={16} />
            </ActionIcon>
          )}
        </Group>
      ))}
    </Stack>
  );
}
