import { useEffect, useRef, useState } from 'react';

/** Shows a mail as its own page, which can run nothing and reach nothing of this one. */
export function MailPreview({ html, title, isNarrow }: { html: string; title: string; isNarrow: boolean }) {
  const frame = useRef<HTMLIFrameElement>(null);
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
  return (
    <iframe
      ref={frame}
      className="mail"
      title={title}
      src="/console/preview.html"
      sandbox="allow-scripts"
      style={{ maxWidth: isNarrow ? 375 : undefined, display: 'block', marginInline: 'auto' }}
    />
  );
}
