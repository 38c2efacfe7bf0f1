import { Button, Group, Text } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { IconPhoto } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useTexts } from '../../../texts';
import { sizeOfPreview } from '../preview-size';
import { useMailFrame } from './use-mail-frame';

/** The height of the editor next to it (rem). */
const HEIGHT_REM = 26;

/** External content of emails: images, style sheets, and fonts. */
const remote =
  /(?:\b(?:src|srcset|background|poster)\s*=|<link\b[^>]{0,500}\bhref\s*=|url\(|@import)\s*["']?\s*(?:https?:)?\/\//i;

/** Whether the email shows anything else than its text and the account's uploaded images. */
const hasRemoteContent = (html: string): boolean => remote.test(html.replaceAll(`${location.origin}/m/`, ''));

/** A badge on a link: its text, and how much it stands out. */
export interface LinkBadge {
  text: string;
  strength: 'uncounted' | 'none' | 'low' | 'some' | 'many' | 'most';
}

interface LinkBadges {
  /** By link, in the order of the email. Null: the link has no badge. */
  marks: readonly (LinkBadge | null)[];
  /** The positions of the links to outline. The first one is scrolled into view. */
  outlined: readonly number[];
}

/** The size of a badge's text on the screen (px). */
const BADGE_PX = 12;

interface MailPreviewProps {
  html: string;
  title: string;
  isNarrow: boolean;
  /** As in an email program with a dark mode. */
  isDark?: boolean;
  badges?: LinkBadges;
  /** Called with the addresses of the links in the email, in its order. Only the frame can parse the email safely. */
  onLinks?: (addresses: readonly string[]) => void;
}

/**
 * Shows an email as a separate page, which can't execute anything or access this page. Images that are not uploaded load
 * only on request, because loading reveals that the email was viewed, and counts an open before the recipient sees it.
 */
export function MailPreview({ html, title, isNarrow, isDark = false, badges, onLinks }: MailPreviewProps) {
  const texts = useTexts();
  const { ref: desk, width: room } = useElementSize();
  const { frame, isReady, reload } = useMailFrame(html, isDark, onLinks);
  const [withImages, setWithImages] = useState(false);
  const { width, scale } = sizeOfPreview(room, isNarrow);
  useEffect(() => {
    if (!isReady || !badges) return;
    frame.current?.contentWindow?.postMessage({ badges: { ...badges, size: BADGE_PX / scale } }, '*');
  }, [frame, isReady, html, isDark, badges, scale]);
  const loadImages = (): void => {
    reload();
    setWithImages(true);
  };
  return (
    <>
      {!withImages && hasRemoteContent(html) && (
        <Group gap="xs" mb="xs" justify="space-between">
          <Text size="xs" c="dimmed">
            {texts.mailPreview.imagesNotLoaded}
          </Text>
          <Button
            size="compact-xs"
            variant="default"
            leftSection={<IconPhoto size={14} />}
            onClick={loadImages}
          >
            {texts.mailPreview.loadImages}
          </Button>
        </Group>
      )}
      <div ref={desk} className="mail-desk">
        <iframe
          key={String(withImages)}
          ref={frame}
          className="mail"
          title={title}
          src={withImages ? '/console/preview-with-images.html' : '/console/preview.html'}
          sandbox="allow-scripts"
          style={{
            ...{ width, height: `${HEIGHT_REM / scale}rem`, transform: `scale(${scale})` },
            ...{ transformOrigin: 'top left', display: 'block', marginInline: isNarrow ? 'auto' : 0 },
          }}
        />
      </div>
    </>
  );
}
