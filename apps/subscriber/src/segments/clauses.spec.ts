import type { SegmentTree } from '@carillon/contracts';
import { ObjectId } from 'mongodb';
import { clausesOf } from './clauses';
import type { Candidate, Facts } from './evaluate';

const ann: Candidate = {
  _id: new ObjectId(),
  n: [1],
  channels: [{ channel: 'EMAIL', address: 'ann@example.com' }],
  attributes: [
    { k: 'city', v: 'Oslo' },
    { k: 'born', v: new Date('1990-05-01') },
    { k: 'tags', v: ['choir', 'news'] },
  ],
  country: 'NO',
  createdAt: new Date('2026-01-02T03:04:05.678Z'),
};
const facts: Facts = {
  asOf: new Date('2026-11-28T12:00:00Z'),
  isMember: (_, group) => group === 'friends',
  isReachable: (_, channel) => channel === 'EMAIL',
  did: (_, { did }) => did === 'OPENED',
  isKnown: (condition) => !('attribute' in condition) || condition.attribute !== 'deleted',
};
const of = (tree: SegmentTree) => clausesOf(tree, ann, facts);

describe('clausesOf', () => {
  it('lists every part before its own parts, with its depth', () => {
    const tree: SegmentTree = {
      all: [{ any: [{ country: ['SE'] }, { country: ['NO'] }] }, { not: { group: 'friends' } }],
    };
    expect(of(tree).map(({ depth, operator, outcome }) => [depth, operator, outcome])).toEqual([
      [0, 'all', false],
      [1, 'any', true],
      [2, null, false],
      [2, null, true],
      [1, 'not', false],
      [2, null, true],
    ]);
  });

  it.each<[SegmentTree, unknown, boolean | null]>([
    [{ attribute: 'city', is: ['Bergen'] }, 'Oslo', false],
    [{ attribute: 'born', date: { to: '1999-12-31' } }, '1990-05-01', true],
    [{ attribute: 'tags', contains: 'cho' }, ['choir', 'news'], true],
    [{ attribute: 'visits', exists: true }, null, false],
    [{ attribute: 'deleted', exists: true }, null, null],
    [{ country: ['NO'] }, 'NO', true],
    [{ locale: ['nb'] }, null, false],
    [{ joined: { from: '2026-01-01' } }, '2026-01-02T03:04:05.678Z', true],
    [{ group: 'friends' }, true, true],
    [{ channel: 'SMS' }, false, false],
    [{ did: 'OPENED' }, true, true],
  ])('has the value of the person for %j', (tree, value, outcome) => {
    expect(of(tree)).toMatchObject([{ condition: tree, value, outcome }]);
  });

  it('leaves the outcome of a whole open if it depends on a deleted attribute', () => {
    const deleted: SegmentTree = { attribute: 'deleted', exists: true };
    expect(of({ all: [{ country: ['NO'] }, deleted] })[0]?.outcome).toBeNull();
    expect(of({ all: [{ country: ['SE'] }, deleted] })[0]?.outcome).toBe(false);
  });
});
