import { open } from 'node:fs/promises';

const TAIL_BYTES = 16 * 1024;

/** The last lines of a log, for a message about why its process ended. Empty when there is no log. */
export async function endOfLog(file: string, lines = 12): Promise<string> {
  const handle = await open(file, 'r').catch(() => null);
  if (!handle) return '';
  try {
    const { size } = await handle.stat();
    const start = Math.max(0, size - TAIL_BYTES);
    const { buffer, bytesRead } = await handle.read({ buffer: Buffer.alloc(size - start), position: start });
    return buffer.toString('utf8', 0, bytesRead).trimEnd().split('\n').slice(-lines).join('\n');
  } finally {
    await handle.close();
  }
}
