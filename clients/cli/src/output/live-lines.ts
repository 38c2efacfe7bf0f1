import type { Screen } from '../world';
import { cut } from './width';

/** Some lines at the end of a terminal that are written over again and again. */
export class LiveLines {
  private lines: readonly string[] = [];

  constructor(private readonly screen: Screen) {}

  draw(lines: readonly string[]): void {
    this.screen.write(this.up() + this.laid(lines));
    this.lines = lines;
  }

  clear(): void {
    this.draw([]);
  }

  /** A line that stays, above those that change. */
  writeAbove(line: string): void {
    this.screen.write(`${this.up()}${line}\n${this.laid(this.lines)}`);
  }

  /** A line that the terminal broke could not be counted. */
  private laid(lines: readonly string[]): string {
    const room = Math.max(10, (this.screen.columns ?? 80) - 1);
    return lines.map((line) => `${cut(line, room)}\n`).join('');
  }

  /** To the first of the lines, and everything below it away. */
  private up(): string {
    return this.lines.length === 0 ? '' : `\u001b[${this.lines.length}A\r\u001b[J`;
  }
}
