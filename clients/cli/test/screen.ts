const ESCAPE = '\u001b';
/** A control sequence, or a character. */
const pieces = new RegExp(`${ESCAPE}\\[(\\d*)([A-Z])|[^]`, 'gu');

/** Returns the lines of a terminal after this output; supports the control sequences that the command uses. */
export function screenAfter(written: string, columns: number): string[] {
  const rows: string[][] = [[]];
  let [row, at] = [0, 0];
  const to = (line: number): string[] => (rows[(row = Math.max(0, line))] ??= []);
  for (const [piece, count, order] of written.matchAll(pieces)) {
    if (order === 'A') to(row - Number(count));
    else if (order === 'G') at = Number(count) - 1;
    else if (order === 'K') to(row).splice(count === '2' ? 0 : at);
    else if (order === 'J') {
      rows.splice(row + 1);
      to(row).splice(at);
    } else if (order !== undefined) throw new Error(`This terminal does not know ${JSON.stringify(piece)}`);
    else if (piece === '\n') [row, at] = [row + 1, 0];
    else {
      if (at === columns) [row, at] = [row + 1, 0];
      to(row)[at++] = piece;
    }
  }
  const lines = rows.map((cells) => cells.join('').trimEnd());
  return lines.slice(0, lines.findLastIndex((line) => line !== '') + 1);
}
