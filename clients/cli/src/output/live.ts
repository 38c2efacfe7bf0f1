import { Format, type GenericFormatter, MultiBar, type Options, type SingleBar } from 'cli-progress';
import type { World } from '../world';
import { escaped } from './escape';
import { cut } from './layout';

/** A changing line: plain text, or text in which `{bar}` stands for a bar of `width` cells, filled to this share. */
export type LiveLine = string | { text: string; width: number; share: number };

/** The widest bar (cells). */
const WIDEST_BAR = 40;

const ERASE_BELOW = '\u001b[J';

/** Lines at the end of a terminal that are redrawn. */
export class LiveLines {
  private readonly shown: SingleBar[] = [];
  private readonly area: MultiBar;

  constructor({ stderr, env }: Pick<World, 'stderr' | 'env'>) {
    const locale = [env.LC_ALL, env.LC_CTYPE, env.LANG].find(Boolean) ?? '';
    const [barCompleteChar, barIncompleteChar] = /utf-?8/i.test(locale) ? ['█', '░'] : ['#', '-'];
    // A line that the terminal wraps could not be counted.
    const format: GenericFormatter = (options, _params, { line }: { line: LiveLine }) =>
      cut(escaped(shown(line, options)), Math.max(10, (stderr.columns ?? 80) - 1));
    this.area = new MultiBar({
      stream: stderr,
      format,
      barsize: WIDEST_BAR,
      barCompleteChar,
      barIncompleteChar,
      // Otherwise the library would disable line wrapping in the terminal, and a killed process would leave it
      // disabled.
      linewrap: true,
      // Otherwise lines that a permanent line has pushed down would remain on the screen.
      forceRedraw: true,
      clearOnComplete: true,
      fps: 2,
    });
  }

  draw(lines: readonly LiveLine[]): void {
    for (const gone of this.shown.splice(lines.length)) this.area.remove(gone);
    for (const [n, line] of lines.entries()) {
      this.shown[n] ??= this.area.create(1, 0);
      this.shown[n].update({ line });
    }
    this.area.update();
  }

  /** Writes a permanent line above the changing lines. */
  writeAbove(line: string): void {
    this.area.log(`${ERASE_BELOW}${line}\n`);
    this.area.update();
  }

  end(): void {
    this.area.stop();
  }
}

function shown(line: LiveLine, options: Options): string {
  if (typeof line === 'string') return line;
  const share = Math.min(1, Math.max(0, line.share));
  return line.text.replace('{bar}', () =>
    Format.BarFormat(share, { ...options, barsize: Math.min(line.width, WIDEST_BAR) }),
  );
}
