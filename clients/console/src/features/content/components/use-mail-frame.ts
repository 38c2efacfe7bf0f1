import { type RefObject, useEffect, useRef, useState } from 'react';

/** The frame that shows an email, and whether it can receive messages. */
interface MailFrame {
  frame: RefObject<HTMLIFrameElement | null>;
  isReady: boolean;
  /** The frame loads another page. */
  reload: () => void;
}

/**
 * Shows an email in a frame with `/console/preview.html`.
 * @param onShown is called with the addresses of the links in the email, in its order
 */
export function useMailFrame(
  html: string,
  isDark: boolean,
  onShown?: (addresses: readonly string[]) => void,
): MailFrame {
  const frame = useRef<HTMLIFrameElement>(null);
  const [isReady, setReady] = useState(false);
  useEffect(() => {
    const onMessage = ({ source, data }: MessageEvent): void => {
      if (source !== frame.current?.contentWindow) return;
      if (data === 'ready') setReady(true);
      else onShown?.((data as { links: string[] }).links);
    };
    addEventListener('message', onMessage);
    return () => removeEventListener('message', onMessage);
  }, [onShown]);
  useEffect(() => {
    // The sandboxed frame has no origin to use as a target.
    if (isReady) frame.current?.contentWindow?.postMessage({ html, isDark }, '*');
  }, [isReady, html, isDark]);
  return { frame, isReady, reload: () => setReady(false) };
}
