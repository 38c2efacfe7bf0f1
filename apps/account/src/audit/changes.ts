import { isDeepStrictEqual } from 'node:util';
import { type AuditChange, AuditValue, misfit } from '@carillon/contracts';

type Facts = Readonly<Record<string, unknown>>;

/** Stands for every secret, so that neither it nor its length is told. */
const HIDDEN = '***';

/** The fields that are not the same, in the order in which they are named. */
export function changesBetween(before: Facts, after: Facts): AuditChange[] {
  const fields = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...fields].flatMap((field) => {
    const [was, is] = [before[field] ?? null, after[field] ?? null];
    return isDeepStrictEqual(was, is) ? [] : [{ field, before: valueOf(was), after: valueOf(is) }];
  });
}

/** The same of what must not be shown: that it came, was replaced or went. */
export function secretChangesBetween(before: Facts, after: Facts): AuditChange[] {
  const hide = (value: AuditValue): AuditValue => (value === null ? null : HIDDEN);
  return changesBetween(before, after).map((change) => ({
    field: change.field,
    before: hide(change.before),
    after: hide(change.after),
  }));
}

/** What is more than a plain value is told as JSON. */
function valueOf(value: unknown): AuditValue {
  return misfit(AuditValue, value) === null ? (value as AuditValue) : JSON.stringify(value);
}
