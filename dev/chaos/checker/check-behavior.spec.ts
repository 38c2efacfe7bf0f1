import type { Entry, FedSets } from '../evidence/evidence';
import { checkBehavior } from './check-behavior';

const entry = (address: string, state: Entry['state']): Entry => ({
  ...{ channel: 'SMS', address, batch: 'b', position: 0, reason: null },
  state,
});
const ledger = [entry('ann', 'READ'), entry('bob', 'SENT'), entry('cid', 'FAILED')];
const numbersOf = new Map([
  ['ann', [1]],
  ['bob', [2, 7]],
  ['cid', [3]],
]);
const sets = (changes: Partial<FedSets['membersOf']> = {}): FedSets => ({
  numbersOf,
  membersOf: { SENT: [1, 2], DELIVERED: [1], OPENED: [1], ...changes },
});

describe('checkBehavior', () => {
  it('finds nothing if the sets contain what the ledger proves', () => {
    expect(checkBehavior(ledger, sets())).toEqual([]);
    expect(checkBehavior(ledger, sets({ SENT: [1, 7] }))).toEqual([]);
  });

  it('finds people who are missing', () => {
    expect(checkBehavior(ledger, sets({ SENT: [1] }))).toEqual(['1 are missing in the set SENT: SMS bob']);
    expect(checkBehavior(ledger, sets({ OPENED: [] }))).toEqual(['1 are missing in the set OPENED: SMS ann']);
  });

  it('finds people whom the ledger does not prove', () => {
    expect(checkBehavior(ledger, sets({ DELIVERED: [1, 3] }))).toEqual([
      '1 are in the set DELIVERED without proof: 3',
    ]);
  });

  it('finds people on several days', () => {
    expect(checkBehavior(ledger, sets({ SENT: [1, 2, 1] }))).toEqual(['1 are in the set SENT twice: 1']);
  });
});
