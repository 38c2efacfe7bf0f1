export function print(line = ''): void {
  process.stdout.write(`${line}\n`);
}

/** Formats a row: a name in the first column, values in the others. */
export function row(name: string, columns: string): void {
  print(`  ${name.padEnd(34)}${columns}`);
}
