import type { SegmentTree } from '@carillon/contracts';
import fc from 'fast-check';
import { NumberSetBuilder, includes } from '../number-sets';
import { type Facts, evaluate } from './evaluate';
import { type PeopleSet, decide, includesPerson, undecided } from './people-set';

/** The numbers of people. Carillon has deleted the people with every fifth number. */
const NUMBERS = Array.from({ length: 40 }, (_, n) => 65_520 + n);
const existing = NUMBERS.filter((number) => number % 5 > 0);
/** The people of the countries A to D. The people of D aren't known. */
const members = new Map(
  ['A', 'B', 'C', 'D'].map((code, index) => [
    code,
    NUMBERS.filter((number) => (number * 7_919) % (index + 2) === 0),
  ]),
);

const { tree } = fc.letrec<{ tree: SegmentTree }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 4 },
    fc.record({ country: fc.constantFrom(...members.keys()).map((code) => [code]) }),
    fc.record({ all: fc.array(tie('tree'), { maxLength: 3 }) }),
    fc.record({ any: fc.array(tie('tree'), { maxLength: 3 }) }),
    fc.record({ not: tie('tree') }),
  ),
}));

const codeOf = (part: SegmentTree): string => ('country' in part ? (part.country[0] ?? '') : '');

/** A and B are of people who exist. */
function setOf(part: SegmentTree): PeopleSet | undefined {
  const code = codeOf(part);
  if (code === '' || code === 'D') return undefined;
  const numbers = new NumberSetBuilder();
  for (const number of members.get(code) ?? [])
    if (code === 'C' || existing.includes(number)) numbers.add(number);
  return { numbers: numbers.set, isExcept: false, doExist: code !== 'C' };
}

/** Each condition as one that is the same for everyone: the person has it, or not. */
function forPerson(number: number, part: SegmentTree): SegmentTree {
  if ('all' in part) return { all: part.all.map((each) => forPerson(number, each)) };
  if ('any' in part) return { any: part.any.map((each) => forPerson(number, each)) };
  if ('not' in part) return { not: forPerson(number, part.not) };
  if (codeOf(part) === 'D') return part;
  return { country: [members.get(codeOf(part))?.includes(number) ? 'yes' : 'no'] };
}

function outcomeFor(number: number, conditions: SegmentTree): boolean | null {
  const facts = { isKnown: (part: SegmentTree) => codeOf(part) !== 'D' } as Facts;
  return evaluate(forPerson(number, conditions), { country: 'yes' } as never, facts);
}

describe('conditions that sets of people decide', () => {
  it('have the outcome of the evaluation for each person, and none if it depends on an unknown set', () => {
    fc.assert(
      fc.property(tree, (conditions) => {
        const decided = decide(conditions, setOf);
        const open = undecided(decided);
        for (const number of existing) {
          const outcome = outcomeFor(number, conditions);
          const person = { number };
          expect(includesPerson(decided.yes, person)).toBe(outcome === true);
          expect(includesPerson(decided.no, person)).toBe(outcome === false);
          expect(includesPerson(open, person)).toBe(outcome === null);
        }
      }),
      { numRuns: 500 },
    );
  });

  it('name only people who exist, if they say so', () => {
    const ghosts = NUMBERS.filter((number) => !existing.includes(number));
    let said = 0;
    fc.assert(
      fc.property(tree, (conditions) => {
        const { yes, no } = decide(conditions, setOf);
        for (const { numbers, doExist } of [yes, no]) {
          if (!doExist) continue;
          said += 1;
          expect(ghosts.filter((number) => includes(numbers, number))).toEqual([]);
        }
      }),
      { numRuns: 500 },
    );
    expect(said).toBeGreaterThan(500);
  });
});
