import { hostname } from 'node:os';
import { type Service, newId } from '@carillon/contracts';

/** Token of the name that this process holds hands under. */
export const HOLDER = Symbol('holder');

/** Unique to the process, and telling where it runs. */
export function nameHolder(service: Service): string {
  return `${service}@${hostname()}/${newId()}`;
}
