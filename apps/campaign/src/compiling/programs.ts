import { join } from 'node:path';

let folder: string | null = null;

/** Sets the folder with the programs of the threads. Without this call, their work is done in the current thread. */
export function threadsIn(path: string): void {
  folder = path;
}

/** The program of a thread. Null: there are no threads. */
export const programOf = (name: 'compile' | 'render'): string | null =>
  folder === null ? null : join(folder, `${name}-thread.js`);
