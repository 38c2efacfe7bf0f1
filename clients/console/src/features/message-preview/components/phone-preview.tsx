import type { Schemas } from '@carillon/sdk';
import { Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { usePreviewTexts } from '../texts';
import { MediaPreview } from './media-preview';
import { NoMessage } from './no-message';

interface PhonePreviewProps {
  /** Empty: the message has none. */
  text: string;
  media: Schemas['MessageFile'] | null;
}

/** A WhatsApp message as the phone shows it. @param template the bubble of the approved template, if there is one */
export function WhatsappPreview({ text, media, template }: PhonePreviewProps & { template?: ReactNode }) {
  const texts = usePreviewTexts();
  const hasTemplate = template != null;
  return (
    <div className="wallpaper" role="group" aria-label={texts.preview}>
      <Stack gap="sm">
        {template}
        {hasTemplate && text !== '' && <Text size="sm">{texts.freeTextToo}</Text>}
        {text !== '' || media ? (
          <div className="bubble">
            <MediaPreview file={media} />
            {formatted(text)}
          </div>
        ) : (
          !hasTemplate && <NoMessage />
        )}
      </Stack>
    </div>
  );
}

/** An SMS or MMS as the phone shows it. @param note a line below it */
export function SmsPreview({ text, media, note }: PhonePreviewProps & { note?: ReactNode }) {
  const texts = usePreviewTexts();
  return (
    <div className="wallpaper" role="group" aria-label={texts.preview}>
      {text === '' && media === null ? (
        <NoMessage />
      ) : (
        <Stack gap="xs">
          <div className="bubble sms">
            <MediaPreview file={media} />
            {text}
          </div>
          {note}
        </Stack>
      )}
    </div>
  );
}

const styles = { '*': 'strong', _: 'em', '~': 's', '`': 'code' } as const;

/** WhatsApp's marks: *bold*, _italic_, ~struck~, `code`. */
function formatted(text: string) {
  return text.split(/(\*[^*\n]+\*|_[^_\n]+_|~[^~\n]+~|`[^`\n]+`)/).map((part, index) => {
    const Style = index % 2 === 1 ? styles[part.charAt(0) as keyof typeof styles] : undefined;
    return Style ? <Style key={index}>{part.slice(1, -1)}</Style> : part;
  });
}
