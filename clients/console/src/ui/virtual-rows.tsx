import { Paper } from '@mantine/core';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';

interface VirtualRowsProps<Row> {
  label: string;
  rows: readonly Row[];
  keyOf: (row: Row) => string;
  /** The height of a row (px). */
  height: number;
  /** Called while the end of the rows is near; undefined: there are no more rows. */
  onEnd: (() => void) | undefined;
  children: (row: Row) => ReactNode;
}

/** A list of any length. The page contains only the visible rows. */
export function VirtualRows<Row>({ label, rows, keyOf, height, onEnd, children }: VirtualRowsProps<Row>) {
  const list = useRef<HTMLDivElement>(null);
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
  }, []);
  const virtual = useWindowVirtualizer({
    count: rows.length,
    estimateSize: () => height,
    overscan: 8,
    scrollMargin,
  });
  const items = virtual.getVirtualItems();
  const last = items.at(-1)?.index ?? 0;
  useEffect(() => {
    if (onEnd && last >= rows.length - 10) onEnd();
  }, [onEnd, last, rows.length]);
  return (
    <Paper className="pane" p={0} ref={list} role="list" aria-label={label}>
      <div style={{ height: virtual.getTotalSize(), position: 'relative' }}>
        {items.map(({ index, start }) => {
          const row = rows[index];
          if (row === undefined) return null;
          return (
            <div
              key={keyOf(row)}
              role="listitem"
              style={{
                ...{ position: 'absolute', insetInline: 0, height },
                transform: `translateY(${start - scrollMargin}px)`,
                borderTop: index === 0 ? 'none' : '1px solid var(--mantine-color-default-border)',
              }}
            >
              {children(row)}
            </div>
          );
        })}
      </div>
    </Paper>
  );
}
