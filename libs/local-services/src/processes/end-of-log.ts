import { open } from 'node:fs/promises';

const TAIL_BYTES = 16 * 1024;
const LINES = 12;
const LINE_LENGTH = 400;

/** The last lines of a log, for a message about why its process ended. Empty when there is no log. */
export async function endOfLog(file: string, lines = LINES): Promise<string> {
  const handle = await open(file, 'r').catch(() => null);
  if (!handle) return '';
  try {
    const { size } = await handle.stat();
    const start = Math.max(0, size - TAIL_BYTES);
    const { buffer, bytesRead } = await handle.read({ buffer: Buffer.alloc(size - start), position: start });
    return shortened(buffer.toString('utf8', 0, bytesRead), lines);
  } finally {
    await handle.close();
  }
}

/** The last lines of a text, the long ones among them cut. */
export function shortened(text: string, lines = LINES): string {
  const last = text.trimEnd().split('\n').slice(-lines);
  return last
    .map((line) => (line.length > LINE_LENGTH ? `${line.slice(0, LINE_LENGTH)} …` : line))
    .join('\n');
}
