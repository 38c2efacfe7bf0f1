const COLUMN = 10;
const NAME = 50;

export function print(line = ''): void {
  process.stdout.write(`${line}\n`);
}

/** Formats a row: a name in the first column, values in the others. */
export function row(name: string, columns: string): void {
  print(`  ${name.padEnd(NAME)}${columns}`);
}

/** Formats the column headers. */
export function head(...names: (string | number)[]): string {
  return names.map((name) => String(name).padStart(COLUMN)).join('');
}
