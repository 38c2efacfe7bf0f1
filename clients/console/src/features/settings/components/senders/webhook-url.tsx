import type { Schemas } from '@carillon/sdk';
import { useSettingsTexts } from '../../texts';
import { CopyField } from '../../../../ui/copy-field';

interface WebhookUrlProps {
  url: string;
  channel: Schemas['Channel'];
}

/** The URL to enter at the provider. */
export function WebhookUrl({ url, channel }: WebhookUrlProps) {
  const { senderFeedback: texts, senders } = useSettingsTexts();
  const hint = channel === 'EMAIL' ? texts.urlHint : senders.phoneUrlHint;
  return <CopyField label={texts.url} description={hint} value={url} copy={texts.copyUrl} />;
}
