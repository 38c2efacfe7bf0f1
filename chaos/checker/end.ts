import type { Evidence } from '../evidence/evidence';
import type { Expectation } from './expectation';

/** The campaign has come to its end, once, and says so. */
export function checkEnd({ report, statuses, ledger }: Evidence, { end }: Expectation): string[] {
  const wrong: string[] = [];
  if (report?.status !== end) wrong.push(`the campaign is ${report?.status ?? 'unknown'}, not ${end}`);
  const ends = statuses.filter((status) => status === 'SENT' || status === 'CANCELLED');
  if (ends.length !== 1 || statuses.at(-1) !== end) wrong.push(`its statuses were ${statuses.join(', ')}`);
  const open = report?.states.QUEUED ?? 0;
  if (open > 0) wrong.push(`${open} are QUEUED for ever`);
  if (end === 'SENT' && report && !report.planningDone) wrong.push('its planning never ended');
  if (end === 'SENT' && report && report.planned !== ledger.length)
    wrong.push(`${report.planned} were planned, and the ledger has ${ledger.length}`);
  return wrong;
}
