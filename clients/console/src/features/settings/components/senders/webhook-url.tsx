import { useTexts } from '../../../../texts';
import { CopyField } from '../../../../ui/copy-field';

/** The URL to enter at the provider. */
export function WebhookUrl({ url }: { url: string }) {
  const texts = useTexts().senderFeedback;
  return <CopyField label={texts.url} description={texts.urlHint} value={url} copy={texts.copyUrl} />;
}
