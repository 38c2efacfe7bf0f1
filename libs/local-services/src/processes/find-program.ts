import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { delimiter, join } from 'node:path';

/** Where system services' programs are; not on the PATH of everybody. */
const SYSTEM_PLACES = ['/usr/sbin', '/usr/local/sbin', '/opt/homebrew/sbin', '/usr/local/opt/rabbitmq/sbin'];

/** The full path of a program on this PATH or among the system's services; null when there is none. */
export async function findProgram(name: string, path: string | undefined): Promise<string | null> {
  const places = [...(path ?? '').split(delimiter).filter(Boolean), ...SYSTEM_PLACES];
  for (const place of places) {
    const file = join(place, name);
    if (await isProgram(file)) return file;
  }
  return null;
}

export async function isProgram(file: string): Promise<boolean> {
  try {
    await access(file, constants.X_OK);
    return (await stat(file)).isFile();
  } catch {
    return false;
  }
}
