import { dirname, join, resolve } from 'node:path';
import { text } from '../api/json';
import type { World } from '../world';
import { readJsonFile } from './json-file';
import { type Place, isLoopback } from './place';

/**
 * The stack that `npm start` runs in this folder or one above, from its stack.json. It is believed only if it names
 * this machine: a file in a folder somebody else made must not have keys sent elsewhere.
 */
export function stackPlace({ cwd, env }: Pick<World, 'cwd' | 'env'>): Place | null {
  const folders = env.CARILLON_FOLDER
    ? [resolve(cwd, env.CARILLON_FOLDER)]
    : upwards(cwd).map((folder) => join(folder, '.carillon'));
  for (const folder of folders) {
    const stack = readJsonFile(join(folder, 'stack.json'));
    const url = stack && text(stack, 'gatewayUrl');
    if (!url) continue;
    if (!URL.canParse(url) || !isLoopback(url)) return null;
    return { url, apiKey: text(stack, 'apiKey'), operatorKey: text(stack, 'operatorKey') };
  }
  return null;
}

function upwards(folder: string): string[] {
  const above = dirname(folder);
  return above === folder ? [folder] : [folder, ...upwards(above)];
}
