/** The output for the person who started the stack: one line per step, with its state and its time. */
export class Terminal {
  constructor(private readonly out: (text: string) => void) {}

  line(text = ''): void {
    this.out(`${text}\n`);
  }

  /** Reports a part that is ready. */
  done(name: string, milliseconds: number, note = ''): void {
    this.line(`  ✔ ${name.padEnd(17)}${inSeconds(milliseconds).padStart(7)}   ${note}`.trimEnd());
  }

  /** Reports a slow step or another event. */
  note(name: string, text: string): void {
    this.line(`  · ${name.padEnd(17)}${''.padStart(7)}   ${text}`);
  }

  failed(name: string, text: string): void {
    this.line(`  ✘ ${name.padEnd(17)}${''.padStart(7)}   ${text}`);
  }
}

/** `4.1 s` */
export function inSeconds(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(1)} s`;
}
