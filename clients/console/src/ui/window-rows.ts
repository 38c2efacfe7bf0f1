import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useEffect, useLayoutEffect, useState } from 'react';

interface WindowRows {
  count: number;
  /** The height of a row (px). */
  height: number;
  /** Called while the end of the rows is near; undefined: there are no more rows. */
  onEnd: (() => void) | undefined;
}

/** The rows of a list that are visible in the window. `list` contains all of them. */
export function useWindowRows(list: RefObject<HTMLElement | null>, { count, height, onEnd }: WindowRows) {
  const [scrollMargin, setScrollMargin] = useState(0);
  // Content above the list may grow, which changes the height of the page.
  useLayoutEffect(() => {
    const measure = (): void => {
      const top = list.current?.getBoundingClientRect().top ?? 0;
      setScrollMargin(Math.round(top + window.scrollY));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, [list]);
  const virtual = useWindowVirtualizer({ count, estimateSize: () => height, overscan: 8, scrollMargin });
  const items = virtual.getVirtualItems();
  const last = items.at(-1)?.index ?? 0;
  useEffect(() => {
    if (onEnd && last >= count - 10) onEnd();
  }, [onEnd, last, count]);
  return { virtual, items, last, scrollMargin };
}
