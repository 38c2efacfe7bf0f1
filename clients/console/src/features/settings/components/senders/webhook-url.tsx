import { ActionIcon, CopyButton, Group, TextInput } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useTexts } from '../../../../texts';

/** The URL to enter at the provider. */
export function WebhookUrl({ url }: { url: string }) {
  const texts = useTexts().senderFeedback;
  return (
    <Group gap="xs" align="flex-end" wrap="nowrap">
      <TextInput
        label={texts.url}
        description={texts.urlHint}
        value={url}
        readOnly
        flex={1}
        miw={0}
        onFocus={(event) => event.currentTarget.select()}
      />
      <CopyButton value={url}>
        {({ copied, copy }) => (
          <ActionIcon variant="default" size="input-sm" aria-label={texts.copyUrl} onClick={copy}>
            {copied ? <IconCheck size={16} /> : <IconCopy size={16} />}
          </ActionIcon>
        )}
      </CopyButton>
    </Group>
  );
}
