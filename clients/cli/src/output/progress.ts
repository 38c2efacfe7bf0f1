import { LiveLines } from './live-lines';
import type { Output } from './output';

/** Something that is under way: lines that change in a terminal, and nothing elsewhere. */
export interface Progress {
  show: (lines: readonly string[]) => void;
  end: () => void;
}

export function progressOn(output: Output): Progress {
  const { stderr } = output.world;
  if (stderr.isTTY !== true || output.form !== 'text') return { show: () => undefined, end: () => undefined };
  const live = new LiveLines(stderr);
  return { show: (lines) => live.draw(lines), end: () => live.clear() };
}
