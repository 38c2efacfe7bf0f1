import { hostname } from 'node:os';
import { newId } from '@carillon/contracts';

/** Token of the name under which this process holds leases. */
export const HOLDER = Symbol('holder');

/** Unique to the process: a restarted process has a new name. */
export function nameHolder(): string {
  return `dispatcher@${hostname()}/${process.pid}/${newId()}`;
}
