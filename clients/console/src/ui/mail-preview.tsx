import { useElementSize } from '@mantine/hooks';
import { useEffect, useRef, useState } from 'react';
import { sizeOfPreview } from './preview-size';

/** As high as the editor beside it (rem). */
const HEIGHT_REM = 26;

/** Shows a mail as its own page, which can run nothing and reach nothing of this one. */
export function MailPreview({ html, title, isNarrow }: { html: string; title: string; isNarrow: boolean }) {
  const frame = useRef<HTMLIFrameElement>(null);
  const { ref: desk, width: room } = useElementSize();
  const [isReady, setReady] = useState(false);
  useEffect(() => {
    const hear = ({ source, data }: MessageEvent): void => {
      if (source === frame.current?.contentWindow && data === 'ready') setReady(true);
    };
    addEventListener('message', hear);
    return () => removeEventListener('message', hear);
  }, []);
  useEffect(() => {
    // The frame has no origin that could be named: it is sandboxed.
    if (isReady) frame.current?.contentWindow?.postMessage({ html }, '*');
  }, [isReady, html]);
  const { width, scale } = sizeOfPreview(room, isNarrow);
  return (
    <div ref={desk} className="mail-desk">
      <iframe
        ref={frame}
        className="mail"
        title={title}
        src="/console/preview.html"
        sandbox="allow-scripts"
        style={{
          ...{ width, height: `${HEIGHT_REM / scale}rem`, transform: `scale(${scale})` },
          ...{ transformOrigin: 'top left', display: 'block', marginInline: isNarrow ? 'auto' : 0 },
        }}
      />
    </div>
  );
}
