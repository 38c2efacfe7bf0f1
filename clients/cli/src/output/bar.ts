const eighths = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉'];

/** How a bar is drawn: where the terminal's language has no blocks, by what every terminal has. */
export type BarForm = 'blocks' | 'ascii';

/** @param share between 0 and 1 */
export function bar(share: number, width: number, form: BarForm): string {
  const filled = Math.min(1, Math.max(0, share)) * width;
  const whole = Math.floor(filled);
  if (form === 'ascii') return '#'.repeat(whole) + '-'.repeat(width - whole);
  const part = whole < width ? (eighths[Math.floor((filled - whole) * 8)] ?? '') : '';
  return '█'.repeat(whole) + part + '░'.repeat(width - whole - part.length);
}

export function barForm(env: Record<string, string | undefined>): BarForm {
  const locale =
    [env.LC_ALL, env.LC_CTYPE, env.LANG].find((value) => value !== undefined && value !== '') ?? '';
  return /utf-?8/i.test(locale) ? 'blocks' : 'ascii';
}

/** 41 s, 5 min, 3 h. */
export function duration(milliseconds: number): string {
  const seconds = Math.max(0, Math.round(milliseconds / 1_000));
  if (seconds < 100) return `${seconds} s`;
  const minutes = Math.round(seconds / 60);
  return minutes < 100 ? `${minutes} min` : `${Math.round(minutes / 60)} h`;
}
