import { saveAs, spreadsheetLine } from './file';

/** The texts for the codes in a column. */
export type ColumnLabels = Readonly<Record<string, Readonly<Partial<Record<string, string>>>>>;

/**
 * The cell separator of spreadsheets in the reader's country: a semicolon where numbers have a decimal comma, as in
 * Excel.
 */
export function listSeparator(locale = navigator.language): ',' | ';' {
  const decimal = new Intl.NumberFormat(locale).formatToParts(0.5).find(({ type }) => type === 'decimal');
  return decimal?.value === ',' ? ';' : ',';
}

/**
 * Saves a CSV response for spreadsheets: with a byte order mark, the separator of the reader's country, and texts
 * instead of codes. It was requested with `formulas=escape`.
 */
export async function saveCsv(response: Response, name: string, labels: ColumnLabels = {}): Promise<void> {
  const { recordsIn } = await import('./csv-records');
  const separator = listSeparator();
  const parts: BlobPart[] = ['\ufeff'];
  let columns: readonly string[] | null = null;
  for await (const chunk of recordsIn(await response.blob())) {
    let text = '';
    for (const { cells } of chunk) {
      if (!cells) continue;
      columns ??= cells;
      const names = columns;
      text += spreadsheetLine(
        cells.map((cell, index) => labels[names[index] ?? '']?.[cell] ?? cell),
        separator,
      );
    }
    parts.push(new Blob([text]));
  }
  saveAs(new Blob(parts, { type: 'text/csv;charset=utf-8' }), name);
}
