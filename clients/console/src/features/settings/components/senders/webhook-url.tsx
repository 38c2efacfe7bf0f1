import { useSettingsTexts } from '../../texts';
import { CopyField } from '../../../../ui/copy-field';

/** The URL to enter at the provider. */
export function WebhookUrl({ url }: { url: string }) {
  const { senderFeedback: texts } = useSettingsTexts();
  return <CopyField label={texts.url} description={texts.urlHint} value={url} copy={texts.copyUrl} />;
}
