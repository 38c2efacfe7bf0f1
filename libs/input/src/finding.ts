import type { FieldCode } from '@carillon/contracts';

/** What is wrong with a value: `at` is where inside of it, dotted, empty for the value itself. Never shows the value. */
export interface Finding {
  at: string;
  code: FieldCode;
  detail: string;
}

export const finding = (code: FieldCode, detail: string, at = ''): Finding[] => [{ at, code, detail }];

/** A place inside of a place, dotted. */
export function joined(outer: string, inner: string): string {
  return outer === '' || inner === '' ? outer + inner : `${outer}.${inner}`;
}
