import { Paper } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';
import { useWindowRows } from './window-rows';

export interface TableColumn<Row> {
  key: string;
  head: ReactNode;
  /** The width as a track of a CSS grid. */
  width: string;
  /** Right-aligned, with digits of equal width. */
  isNumber?: boolean;
  /** Left out in narrow windows. */
  isWide?: boolean;
  cell: (row: Row) => ReactNode;
}

interface VirtualTableProps<Row> {
  label: string;
  columns: readonly TableColumn<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string;
  /** The height of a row (px). */
  height: number;
  /** false: the heads are only for screen readers. */
  hasHeads: boolean;
  /** Called while the end of the rows is near; undefined: there are no more rows. */
  onEnd: (() => void) | undefined;
  /** Called with the positions of the first and the last visible row. */
  onRange: (range: readonly [first: number, last: number]) => void;
}

/** A table of any length. The page contains only the visible rows. */
export function VirtualTable<Row>(props: VirtualTableProps<Row>) {
  const { label, columns, rows, keyOf, height, hasHeads, onEnd, onRange } = props;
  const body = useRef<HTMLDivElement>(null);
  const { virtual, items, last, scrollMargin } = useWindowRows(body, { count: rows.length, height, onEnd });
  useEffect(() => virtual.measure(), [virtual, height]);
  const first = items.at(0)?.index ?? 0;
  useEffect(() => onRange([first, last]), [onRange, first, last]);
  const tracks = {
    '--tracks': columns.map(({ width }) => width).join(' '),
    '--tracks-narrow': columns.flatMap(({ width, isWide }) => (isWide ? [] : width)).join(' '),
  } as React.CSSProperties;
  const classOf = ({ isNumber, isWide }: TableColumn<Row>): string =>
    ['grid-cell', isNumber && 'numbers grid-number', isWide && 'grid-wide'].filter(Boolean).join(' ');
  return (
    <Paper
      className="pane grid-table"
      p={0}
      role="table"
      aria-label={label}
      aria-rowcount={rows.length + 1}
      style={tracks}
    >
      <div role="rowgroup">
        <div role="row" aria-rowindex={1} className={hasHeads ? 'grid-row grid-head' : 'grid-hidden'}>
          {columns.map((column) => (
            <div key={column.key} role="columnheader" className={classOf(column)}>
              {column.head}
            </div>
          ))}
        </div>
      </div>
      <div role="rowgroup" ref={body} style={{ height: virtual.getTotalSize(), position: 'relative' }}>
        {items.map(({ index, start }) => {
          const row = rows[index];
          if (row === undefined) return null;
          return (
            <div
              key={keyOf(row)}
              role="row"
              aria-rowindex={index + 2}
              className="grid-row"
              style={{
                ...{ position: 'absolute', insetInline: 0, height },
                transform: `translateY(${start - scrollMargin}px)`,
              }}
            >
              {columns.map((column) => (
                <div key={column.key} role="cell" className={classOf(column)}>
                  {column.cell(row)}
                </div>
              ))}
            </div>
          );
        })}
      </div>
    </Paper>
  );
}
