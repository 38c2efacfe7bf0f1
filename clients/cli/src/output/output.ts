import { once } from 'node:events';
import type { Answer, Schemas } from '../api/api';
import type { World } from '../world';
import { type Columns, grouped } from './columns';
import { escaped, escapedJson } from './escape';
import type { LiveLine, LiveLines } from './live';
import type * as Layout from './layout';

/** The output for people, for scripts, or with IDs only. */
export type Form = 'text' | 'json' | 'quiet';

/** Returns the lines that show an object to people; `room`: the cells of a line. */
export type View<Thing> = (thing: Thing, layout: typeof Layout, room: number) => string[];

const LINES_OF_A_VALUE = 5;

/** Writes the result of a command to stdout in the requested form, and everything else to stderr. */
export class Output {
  private live: LiveLines | null = null;

  constructor(
    readonly world: Pick<World, 'stdout' | 'stderr' | 'env'>,
    private readonly asked: () => Form,
  ) {}

  get form(): Form {
    return this.asked();
  }

  /** Prints one object, with `view` for people; `word` is the output of `--quiet`. */
  async one<Thing extends object>(thing: Thing, view: View<Thing> = details, quiet = idOf(thing)) {
    if (this.form === 'json') return this.print(escapedJson(thing, 2));
    if (this.form === 'quiet' && quiet) await this.print(quiet);
    if (this.form === 'quiet') return;
    for (const line of view(thing, await import('./layout'), this.room())) await this.print(line);
  }

  /** Prints a list of any length, page by page. */
  async list<Row extends object>(pages: AsyncIterable<Row[]>, columns: Columns<Row>, none = 'No results.') {
    if (this.form === 'json') return this.array(pages);
    const { Table } = await import('./layout');
    const table = new Table(columns, this.room());
    let isEmpty = true;
    for await (const page of pages) {
      if (page.length === 0) continue;
      const lines = this.form === 'text' ? table.rows(page) : page.map(idOf);
      if (this.form === 'text' && isEmpty) await this.print(this.bold(table.head()));
      await this.print(lines.join('\n'));
      isEmpty = false;
    }
    if (this.form === 'text' && isEmpty) this.note(none);
  }

  /** Prints the removed objects. */
  async removed(result: Answer<Schemas['Deleted']>, what: string): Promise<void> {
    const { deletedCount: n = 0, ids = [] } = result;
    const summary = `${grouped(n)} ${n === 1 ? what : `${what}s`} removed`;
    await this.one(result, () => [summary], ids.map(escaped).join('\n'));
  }

  /** Prints a line on stdout; waits until the stream accepts more. */
  async print(line: string): Promise<void> {
    if (!this.world.stdout.write(`${line}\n`)) await once(this.world.stdout, 'drain');
  }

  /** Prints a line for people on stderr. */
  note(line: string): void {
    if (this.live) this.live.writeAbove(escaped(line));
    else this.world.stderr.write(`${escaped(line)}\n`);
  }

  /** Returns a function that draws changing lines if people watch a terminal; elsewhere it does nothing. */
  async startLive(): Promise<(lines: readonly LiveLine[]) => void> {
    if (!this.isWatched) return () => undefined;
    const { LiveLines } = await import('./live');
    const live = (this.live = new LiveLines(this.world));
    return (lines) => live.draw(lines);
  }

  endLive(): void {
    this.live?.end();
    this.live = null;
  }

  get isWatched(): boolean {
    return this.form === 'text' && this.world.stderr.isTTY === true;
  }

  /** hasColors respects NO_COLOR and TERM. */
  private bold(line: string): string {
    const { stdout } = this.world;
    return stdout.isTTY && stdout.hasColors?.() ? `\u001b[1m${line}\u001b[22m` : line;
  }

  /** The cells of a line of the terminal; Infinity outside a terminal, where nothing is shortened. */
  private room(): number {
    const { isTTY, columns } = this.world.stdout;
    return isTTY ? (columns ?? 80) : Infinity;
  }

  /** Prints one JSON array, one item per line. If the list is interrupted, the array stays incomplete. */
  private async array(pages: AsyncIterable<object[]>): Promise<void> {
    let before = '[';
    for await (const page of pages)
      for (const item of page) {
        await this.print(before + escapedJson(item));
        before = ',';
      }
    await this.print(before === '[' ? '[]' : ']');
  }
}

/** Long values such as the HTML of an email are shortened in a terminal. */
const details: View<object> = (thing, layout, room) =>
  layout.details(thing).map((line) => layout.cut(line, room * LINES_OF_A_VALUE));

/** An attribute has a name instead of an ID. */
function idOf({ _id, name }: { _id?: unknown; name?: unknown }): string {
  const id = _id ?? name;
  return typeof id === 'string' ? escaped(id) : '';
}
