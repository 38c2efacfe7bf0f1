import type { Schemas } from '@carillon/sdk';
import { Stack } from '@mantine/core';
import { useSettingsTexts } from '../../texts';
import { CopyField } from '../../../../ui/copy-field';

interface WebhookUrlProps {
  url: string;
  channel: Schemas['Channel'];
  /** The token to enter with the URL. Null: none. */
  verifyToken?: string | null;
}

/** The URL to enter at the provider. */
export function WebhookUrl({ url, channel, verifyToken = null }: WebhookUrlProps) {
  const { senderFeedback: texts, senders } = useSettingsTexts();
  const hint = channel === 'EMAIL' ? texts.urlHint : senders.phoneUrlHint;
  return (
    <Stack gap="xs">
      <CopyField label={texts.url} description={hint} value={url} copy={texts.copyUrl} />
      {verifyToken !== null && (
        <CopyField
          label={senders.verifyToken}
          description={senders.verifyTokenHint}
          value={verifyToken}
          copy={senders.copyVerifyToken}
        />
      )}
    </Stack>
  );
}
