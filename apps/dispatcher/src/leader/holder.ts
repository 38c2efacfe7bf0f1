import { hostname } from 'node:os';
import { newId } from '@carillon/contracts';

/** Token of the name that this process holds leases under. */
export const HOLDER = Symbol('holder');

/** Unique to the process: a restarted one is another one. */
export function nameHolder(): string {
  return `dispatcher@${hostname()}/${newId()}`;
}
