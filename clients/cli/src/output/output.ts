import { once } from 'node:events';
import { type Json, count, text } from '../api/json';
import type { Screen, World } from '../world';
import type { Column } from './cells';
import { details } from './details';
import { escapedJson } from './escape';
import { LiveLines } from './live-lines';
import { Table } from './table';
import { cut } from './width';

/** For people, for machines, or ids alone. */
export type Form = 'text' | 'json' | 'quiet';

const LINES_OF_A_VALUE = 5;

/** What a command answers goes to stdout in the form that was asked for; what else it has to say, to stderr. */
export class Output {
  private readonly live: LiveLines;

  constructor(
    readonly world: Pick<World, 'stdout' | 'stderr' | 'env'>,
    private readonly asked: () => Form,
  ) {
    this.live = new LiveLines(world.stderr);
  }

  get form(): Form {
    return this.asked();
  }

  /** One thing; `view` makes the lines for people, `word` is all that is left of it for `--quiet`. */
  async one(value: Json, view = this.details, word = text(value, '_id')): Promise<void> {
    if (this.form === 'json') return this.print(escapedJson(value, 2));
    if (this.form === 'quiet') return word === '' ? undefined : this.print(word);
    for (const line of view(value)) await this.print(line);
  }

  /** Values such as the HTML of an email are cut in a terminal, which they would flood. */
  private readonly details = (value: Json): string[] => {
    const longest = this.room() * LINES_OF_A_VALUE;
    return details(value).map((line) => cut(line, longest));
  };

  /** A list, as its pages come: its length does not matter. */
  async list(
    pages: AsyncIterable<Json[]>,
    columns: readonly Column[],
    nothing = 'There are none.',
  ): Promise<void> {
    if (this.form === 'json') return this.array(pages);
    let table: Table | null = null;
    for await (const page of pages) {
      if (page.length === 0) continue;
      if (this.form === 'text' && !table) {
        table = new Table(columns, page, this.room());
        await this.print(this.bold(table.head()));
      }
      await this.print(page.map((row) => (table ? table.row(row) : text(row, '_id'))).join('\n'));
    }
    if (this.form === 'text' && !table) this.say(nothing);
  }

  /** What was removed. */
  async removed(result: Json, what: string): Promise<void> {
    const n = count(result, 'deletedCount');
    const ids = Array.isArray(result.ids) ? result.ids.join('\n') : '';
    await this.one(result, () => [`${n} ${n === 1 ? what : `${what}s`} removed`], ids);
  }

  /** A line on stdout; waits until there is room for it. */
  async print(line: string): Promise<void> {
    if (!this.world.stdout.write(`${line}\n`)) await once(this.world.stdout, 'drain');
  }

  /** A line for people, beside the answer. */
  say(line: string): void {
    this.live.writeAbove(line);
  }

  /** Lines that change while something is under way, where people watch a terminal; nothing elsewhere. */
  showLive(lines: readonly string[]): void {
    if (this.isWatched) this.live.draw(lines);
  }

  endLive(): void {
    this.live.clear();
  }

  get isWatched(): boolean {
    return this.form === 'text' && this.world.stderr.isTTY === true;
  }

  bold(line: string): string {
    return paints(this.world.stdout) ? `\u001b[1m${line}\u001b[22m` : line;
  }

  /** Cells of a line of the terminal; Infinity: it is no terminal, and everything is wanted whole. */
  room(): number {
    const { isTTY, columns } = this.world.stdout;
    return isTTY ? (columns ?? 80) : Infinity;
  }

  /** One JSON array, an item a line. If the list breaks off it is never whole, as it is with the API. */
  private async array(pages: AsyncIterable<Json[]>): Promise<void> {
    let before = '[';
    for await (const page of pages)
      for (const item of page) {
        await this.print(before + escapedJson(item));
        before = ',';
      }
    await this.print(before === '[' ? '[]' : ']');
  }
}

/** hasColors heeds NO_COLOR and TERM. */
function paints(screen: Screen): boolean {
  return screen.isTTY === true && screen.hasColors?.() === true;
}
