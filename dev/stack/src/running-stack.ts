import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { StackFile } from './stack-file';

/**
 * Reads stack.json of CARILLON_FOLDER, or of `npm start`. Reads the file each time, because a restarted service has
 * another pid.
 */
export function stack(): StackFile {
  const folder = resolve(process.env.CARILLON_FOLDER ?? '.carillon');
  return JSON.parse(readFileSync(join(folder, 'stack.json'), 'utf8')) as StackFile;
}

export function pidOf(service: string): number {
  const found = processOf(service);
  if (!found) throw new Error(`There is no ${service} in the stack`);
  return found.pid;
}

/** Whether all services share a process, so that a fault of one service is a fault of all. */
export function isOneProcess(): boolean {
  const [gateway, campaign] = ['gateway', 'campaign'].map((name) => processOf(name)?.pid);
  return gateway !== undefined && gateway === campaign;
}

function processOf(service: string): StackFile['services'][number] | undefined {
  return stack().services.find(({ name }) => name === service);
}
