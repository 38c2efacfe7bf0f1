import { type Entry, type Evidence, type Listed, nameOf } from '../evidence/evidence';
import { counted, some } from './some';

const line = (one: Listed | Entry): string => `${nameOf(one)} ${one.state} ${one.reason ?? '-'}`;

/** The report and the list of deliveries say what the ledger says when it is counted anew. */
export function checkAgreement({ ledger, report, deliveries }: Evidence): string[] {
  if (!report) return ['there is no report'];
  const wrong: string[] = [];
  const recount = counted(ledger.map(({ state }) => state));
  for (const [state, count] of Object.entries(report.states)) {
    const really = recount.get(state) ?? 0;
    if (really !== count) wrong.push(`the report says ${count} ${state}, the ledger ${really}`);
  }
  if (report.total !== ledger.length)
    wrong.push(`the report says ${report.total} in all, the ledger ${ledger.length}`);
  return [...wrong, ...checkReasons(ledger, report.reasons), ...checkList(ledger, deliveries)];
}

function checkReasons(
  ledger: readonly Entry[],
  reasons: NonNullable<Evidence['report']>['reasons'],
): string[] {
  const name = ({ channel, state, reason }: Pick<Entry, 'channel' | 'state' | 'reason'>): string =>
    `${channel} ${state} ${reason ?? ''}`;
  const told = new Map<string, number>();
  for (const each of reasons) told.set(name(each), (told.get(name(each)) ?? 0) + each.count);
  const failed = ledger.filter(({ state }) => state === 'FAILED' || state === 'SKIPPED');
  const really = counted(failed.map(name));
  return [...really].flatMap(([what, count]) =>
    told.get(what) === count
      ? []
      : [`the report says ${told.get(what) ?? 0} of ${what}, the ledger ${count}`],
  );
}

function checkList(ledger: readonly Entry[], deliveries: readonly Listed[]): string[] {
  const listed = counted(deliveries.map(line));
  const stored = counted(ledger.map(line));
  return [
    ...some(
      [...stored.keys()].filter((each) => listed.get(each) !== stored.get(each)),
      'are not listed so',
    ),
    ...some(
      [...listed.keys()].filter((each) => !stored.has(each)),
      'are listed otherwise than stored',
    ),
  ];
}
