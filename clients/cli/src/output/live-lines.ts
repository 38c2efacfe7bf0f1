import type { Screen } from '../world';
import { cut } from './width';

/** Some lines at the end of a terminal that are written over again and again. */
export class LiveLines {
  private drawn = 0;

  constructor(private readonly screen: Screen) {}

  draw(lines: readonly string[]): void {
    // A line that was broken by the terminal could not be counted.
    const room = Math.max(10, (this.screen.columns ?? 80) - 1);
    this.screen.write(`${this.up()}${lines.map((line) => `${cut(line, room)}\n`).join('')}`);
    this.drawn = lines.length;
  }

  clear(): void {
    this.screen.write(this.up());
    this.drawn = 0;
  }

  /** To the first of the lines, and everything below it away. */
  private up(): string {
    return this.drawn === 0 ? '' : `\u001b[${this.drawn}A\r\u001b[J`;
  }
}
