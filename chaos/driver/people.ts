import { randomInt } from 'node:crypto';
import { unique } from '../../e2e/driver/arrange';
import type { Person } from '../evidence/evidence';

/** People whom no other experiment knows. */
export function byMail(count: number): Person[] {
  const name = unique('p');
  return Array.from({ length: count }, (_, n) => ({
    channel: 'EMAIL',
    address: `${name}.${n}@chaos.example`,
  }));
}

/** Numbers that are valid in their country: +49 151 and eight digits. */
export function bySms(count: number): Person[] {
  const first = randomInt(0, 90_000_000);
  return Array.from({ length: count }, (_, n) => ({
    channel: 'SMS',
    address: `+49151${String(first + n).padStart(8, '0')}`,
  }));
}
