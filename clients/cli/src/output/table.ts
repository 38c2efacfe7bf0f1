import type { Json } from '../api/json';
import type { Column } from './cells';
import { cut, padded, widthOf } from './width';

const GAP = '  ';
/** A column that is cut keeps at least so much. */
const NARROWEST = 12;

/** Lays out rows. The widths are those of the rows first seen, so that a long list keeps its columns page by page. */
export class Table {
  private readonly widths: number[];

  /** @param room cells of a line; Infinity where nothing needs to be cut */
  constructor(
    private readonly columns: readonly Column[],
    first: readonly Json[],
    room: number,
  ) {
    const wanted = columns.map(({ title, of }) =>
      Math.max(widthOf(title), ...first.map((row) => widthOf(of(row)))),
    );
    this.widths = fitted(wanted, columns, room);
    this.cuts = room < Infinity;
  }

  private readonly cuts: boolean;

  head(): string {
    return this.line(this.columns.map(({ title }) => title));
  }

  row(row: Json): string {
    return this.line(this.columns.map(({ of }) => of(row)));
  }

  private line(cells: string[]): string {
    const laid = cells.map((text, n) => {
      const { align, flexible } = this.columns[n] ?? {};
      const width = this.widths[n] ?? 0;
      return padded(flexible && this.cuts ? cut(text, width) : text, width, align);
    });
    return laid.join(GAP).trimEnd();
  }
}

/** Takes from the widest of the columns that may be cut until all have room, or none has anything to give. */
function fitted(wanted: readonly number[], columns: readonly Column[], room: number): number[] {
  const widths = [...wanted];
  const total = (): number => widths.reduce((sum, width) => sum + width + GAP.length, -GAP.length);
  for (let over = total() - room; over > 0; over = total() - room) {
    const widest = widths.reduce(
      (best, width, n) =>
        columns[n]?.flexible && width > NARROWEST && width > (widths[best] ?? 0) ? n : best,
      -1,
    );
    if (widest < 0) break;
    widths[widest] = (widths[widest] ?? 0) - 1;
  }
  return widths;
}
