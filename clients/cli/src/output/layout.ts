import CliTable from 'cli-table3';
import stringWidth from 'string-width';
import { isJson } from '../api/api';
import { type Columns, laidOut } from './columns';

const GAP = '  ';
/** The minimum width of a shortened column (cells). */
const NARROWEST = 12;
/** How many rows are laid out together. More would be slow, because cli-table3 compares each row with all others. */
const TOGETHER = 100;

/** A character of the private use area, which has no other meaning. */
const STAND_IN = '\uE000';
const standIns = /\uE000+/g;

const plain = /^[\x20-\x7e]*$/;
const graphemes = new Intl.Segmenter();

/** Returns the width of a text in terminal cells: none for combining marks, two for wide characters. */
export function widthOf(text: string): number {
  return plain.test(text) ? text.length : stringWidth(text);
}

/** Shortens the text to this width, with an ellipsis if something is cut off. */
export function cut(text: string, width: number): string {
  if (widthOf(text) <= width) return text;
  let [kept, used] = ['', 0];
  for (const { segment } of graphemes.segment(text)) {
    const wide = widthOf(segment);
    if (used + wide > width - 1) break;
    kept += segment;
    used += wide;
  }
  return width > 0 ? `${kept}…` : '';
}

/** Lays out rows, page by page. Columns keep their widths until a page needs wider ones. */
export class Table<Row> {
  private readonly columns: ReturnType<typeof laidOut<Row>>[];
  private widths: number[];

  /** @param room the cells of a line; Infinity if nothing needs to be shortened */
  constructor(
    columns: Columns<Row>,
    private readonly room: number,
  ) {
    this.columns = columns.map((column) => laidOut(column));
    this.widths = this.columns.map(({ title }) => widthOf(title));
  }

  /** Returns the titles, in the column widths that the rows have required so far. */
  head(): string {
    return this.laid([this.columns.map(({ title }) => title)]).join();
  }

  rows(rows: readonly Row[]): string[] {
    const cells = rows.map((row) => this.columns.map(({ of }) => of(row)));
    this.widths = this.fitted(
      this.widths.map((width, n) => Math.max(width, ...cells.map((row) => widthOf(row[n] ?? '')))),
    );
    const slices = Array.from({ length: Math.ceil(cells.length / TOGETHER) }, (_, n) => n * TOGETHER);
    return slices.flatMap((at) => this.laid(cells.slice(at, at + TOGETHER)));
  }

  /** Shortens the widest of the columns that may be shortened, until all fit or none can shrink further. */
  private fitted(wanted: readonly number[]): number[] {
    const widths = [...wanted];
    const total = (): number => widths.reduce((sum, width) => sum + width + GAP.length, -GAP.length);
    for (let over = total() - this.room; over > 0; over = total() - this.room) {
      const widest = widths.reduce((best, width, n) => {
        const mayGive = this.columns[n]?.isWide && width > NARROWEST;
        return mayGive && width > (widths[best] ?? 0) ? n : best;
      }, -1);
      if (widest < 0) break;
      widths[widest] = (widths[widest] ?? 0) - 1;
    }
    return widths;
  }

  /**
   * cli-table3 measures with a string-width of 2020, which counts © as two cells, and splits surrogate pairs. So it
   * gets text that already fits, and one placeholder per cell for text that isn't plain.
   */
  private laid(rows: readonly string[][]): string[] {
    const table = new CliTable({
      chars: { left: '', middle: GAP, right: '' },
      colWidths: this.widths,
      colAligns: this.columns.map(({ isNumber }) => (isNumber ? 'right' : 'left')),
      style: { 'padding-left': 0, 'padding-right': 0, head: [], border: [], compact: true },
    });
    const stoodInFor: string[] = [];
    const plainly = (text: string): string => {
      if (plain.test(text)) return text;
      stoodInFor.push(text);
      return STAND_IN.repeat(Math.max(1, widthOf(text)));
    };
    const shown = (text: string, n: number): string =>
      this.columns[n]?.isWide ? cut(text, this.widths[n] ?? 0) : text;
    table.push(...rows.map((row) => row.map((text, n) => plainly(shown(text, n)))));
    let at = 0;
    const lines = table
      .toString()
      .replaceAll(standIns, () => stoodInFor[at++] ?? '')
      .split('\n');
    // Without the borders above and below.
    return lines.slice(1, -1).map((line) => line.trimEnd());
  }
}

/** Returns a table with its head. */
export function tableLines<Row>(columns: Columns<Row>, rows: readonly Row[], room: number): string[] {
  const table = new Table(columns, room);
  const lines = table.rows(rows);
  return [table.head(), ...lines];
}

/** Lays out one object, one value per line; values of nested objects have dotted keys. */
export function details(thing: object): string[] {
  const columns: Columns<Detail> = [
    { key: 'name', title: '' },
    { key: 'value', title: '' },
  ];
  return new Table(columns, Infinity).rows(detailsOf(thing));
}

interface Detail {
  name: string;
  value: unknown;
}

function detailsOf(thing: object, prefix = ''): Detail[] {
  return Object.entries(thing).flatMap(([key, value]: [string, unknown]) => {
    const name = prefix + (key === '_id' ? 'id' : key);
    return isJson(value) ? detailsOf(value, `${name}.`) : [{ name, value }];
  });
}
