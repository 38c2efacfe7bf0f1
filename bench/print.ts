export function print(line = ''): void {
  process.stdout.write(`${line}\n`);
}

/** A name in the first column, what belongs to it in the others. */
export function row(name: string, columns: string): void {
  print(`  ${name.padEnd(34)}${columns}`);
}
