import { Paper } from '@mantine/core';
import { type ReactNode, useRef } from 'react';
import { useWindowRows } from './window-rows';

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
  const { virtual, items, scrollMargin } = useWindowRows(list, { count: rows.length, height, onEnd });
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
