import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

const root = join(__dirname, '../..');

/**
 * Creates the folder of pictures, and returns it. Those of docs/console.md are replaced only on demand, because the times in
 * them differ between runs.
 */
export function picturesFolder(): string {
  const folder = join(root, process.env.CONSOLE_PICTURES === 'docs' ? 'docs/console' : '.carillon/pictures');
  mkdirSync(folder, { recursive: true });
  return folder;
}
