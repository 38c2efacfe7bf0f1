import type { SegmentTree } from '@carillon/contracts';
import { type NumberSet, difference, includes, intersection, union } from '../number-sets';

/** People by their own numbers. */
export interface PeopleSet {
  numbers: NumberSet;
  /** True: everyone except the people with these numbers. */
  isExcept: boolean;
  /** Whether all people with these numbers exist. Numbers of behavior can belong to people who were deleted since. */
  doExist: boolean;
}

/** The people who certainly match, and those who certainly don't. About all others, the sets of conditions don't decide. */
export interface Decided {
  yes: PeopleSet;
  no: PeopleSet;
}

const nobody: PeopleSet = { numbers: new Map(), isExcept: false, doExist: true };
const everyone = allExcept(nobody);

/** Decides conditions by the sets of people who meet parts of them. Undefined: the set of a part isn't known. */
export function decide(tree: SegmentTree, setOf: (part: SegmentTree) => PeopleSet | undefined): Decided {
  const set = setOf(tree);
  if (set) return { yes: set, no: allExcept(set) };
  if ('not' in tree) {
    const { yes, no } = decide(tree.not, setOf);
    return { yes: no, no: yes };
  }
  if (!('all' in tree) && !('any' in tree)) return { yes: nobody, no: nobody };
  const parts = ('all' in tree ? tree.all : tree.any).map((each) => decide(each, setOf));
  const [yes, no] = [parts.map((each) => each.yes), parts.map((each) => each.no)];
  return 'all' in tree
    ? { yes: yes.reduce(both, everyone), no: no.reduce(either, nobody) }
    : { yes: yes.reduce(either, nobody), no: no.reduce(both, everyone) };
}

/** The people about whom it isn't decided. */
export function undecided({ yes, no }: Decided): PeopleSet {
  return allExcept(either(yes, no));
}

export function includesPerson({ numbers, isExcept }: PeopleSet, { number }: { number?: number }): boolean {
  return isExcept !== includes(numbers, number ?? 0);
}

function allExcept({ numbers, isExcept, doExist }: PeopleSet): PeopleSet {
  return { numbers, isExcept: !isExcept, doExist };
}

function either(one: PeopleSet, other: PeopleSet): PeopleSet {
  return allExcept(both(allExcept(one), allExcept(other)));
}

function both(one: PeopleSet, other: PeopleSet): PeopleSet {
  if (one.isExcept && other.isExcept)
    return {
      numbers: union(one.numbers, other.numbers),
      isExcept: true,
      doExist: one.doExist && other.doExist,
    };
  if (one.isExcept) return both(other, one);
  return other.isExcept
    ? { numbers: difference(one.numbers, other.numbers), isExcept: false, doExist: one.doExist }
    : {
        numbers: intersection(one.numbers, other.numbers),
        isExcept: false,
        doExist: one.doExist || other.doExist,
      };
}
