/** Lets the browser save a file. */
export function saveAs(file: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}

const BYTE_ORDER_MARK = '\ufeff';
/** Cells that spreadsheets may execute as a formula. Source: OWASP, CSV Injection. */
const formula = /^[=+\-@\t\r]/;

/** Saves rows as CSV for spreadsheets, with the encoding and separator that they expect, and without formulas. */
export function saveRows(rows: Iterable<readonly string[]>, name: string, separator: string): void {
  const lines: BlobPart[] = [BYTE_ORDER_MARK];
  for (const row of rows) lines.push(spreadsheetLine(row, separator));
  saveAs(new Blob(lines, { type: 'text/csv;charset=utf-8' }), name);
}

/** A CSV line with its own separator. An international phone number isn't a formula. */
export function spreadsheetLine(cells: readonly string[], separator: string): string {
  const quoted = cells.map((cell) => {
    const safe = formula.test(cell) && !/^\+\d{6,15}$/.test(cell) ? `'${cell}` : cell;
    return /["\r\n,;\t]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
  });
  return `${quoted.join(separator)}\r\n`;
}
