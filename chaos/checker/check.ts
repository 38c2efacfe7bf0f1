import type { Evidence } from '../evidence/evidence';
import { checkAgreement } from './agreement';
import { checkDoubles } from './doubles';
import { checkEnd } from './end';
import type { Expectation } from './expectation';
import { checkOutcomes } from './outcomes';
import { checkPeople } from './people';
import { checkRecorded } from './recorded';
import { checkRemains } from './remains';

/** What is wrong after a campaign, in words; nothing, if every promise was kept. */
export function check(evidence: Evidence, expected: Expectation): string[] {
  if (expected.end === 'DELETED') return checkDeleted(evidence, expected);
  return [
    ...checkPeople(evidence, expected),
    ...checkOutcomes(evidence, expected),
    ...checkRecorded(evidence),
    ...checkDoubles(evidence, expected),
    ...checkAgreement(evidence),
    ...checkEnd(evidence, expected),
    ...checkRemains(evidence),
  ];
}

/** Of a deleted campaign nothing is left but what went out before. */
function checkDeleted(evidence: Evidence, expected: Expectation): string[] {
  const { ledger, report } = evidence;
  return [
    ...checkDoubles(evidence, expected),
    ...checkRemains(evidence),
    ...(ledger.length > 0 ? [`${ledger.length} deliveries of a deleted campaign are kept`] : []),
    ...(report ? ['a deleted campaign is reported on'] : []),
  ];
}
