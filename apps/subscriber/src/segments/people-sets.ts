import type { SegmentTree } from '@carillon/contracts';
import { severalAtOnce } from '@carillon/platform';
import { Injectable } from '@nestjs/common';
import { NumberedPeople } from '../identity';
import { type NumberSet, intersection, sizeOfSet } from '../number-sets';
import { compile } from './filter';
import type { Evaluation } from './matching-people';
import { type Decided, type PeopleSet, decide } from './people-set';

/** So many people are looked up one by one. For more, the numbers of all people are read. */
const FEW = 20_000;
/** The number of sets that are read at the same time. */
const AT_ONCE = 3;

/** Decides conditions for all people of an account at once, by sets of their numbers. */
@Injectable()
export class PeopleSets {
  constructor(private readonly people: NumberedPeople) {}

  /** Groups and reachable channels aren't decided. A million numbers take 128 KB for each set. */
  async decide(evaluation: Evaluation, tree: SegmentTree): Promise<Decided> {
    const isExact = (part: SegmentTree): boolean =>
      compile(part, evaluation.asOf, evaluation.references.isKnown).isExact;
    const grouped = withExactTogether(tree, isExact);
    const sets = new Map<SegmentTree, PeopleSet>();
    await severalAtOnce([...partsWithSets(grouped, isExact)], AT_ONCE, async (part) => {
      sets.set(part, await this.setOf(evaluation, part));
    });
    return decide(grouped, (part) => sets.get(part));
  }

  /** The number of people who exist. */
  async size(userId: string, { numbers, isExcept, doExist }: PeopleSet): Promise<number> {
    const size = doExist ? sizeOfSet(numbers) : await this.countExisting(userId, numbers);
    return isExcept ? (await this.people.countAll(userId)) - size : size;
  }

  private async setOf(
    { userId, asOf, references, behavior }: Evaluation,
    part: SegmentTree,
  ): Promise<PeopleSet> {
    if ('did' in part) return { numbers: await behavior.numbersOf(part), isExcept: false, doExist: false };
    const { filter } = compile(part, asOf, references.isKnown);
    return { numbers: await this.people.matching(userId, filter), isExcept: false, doExist: true };
  }

  private async countExisting(userId: string, numbers: NumberSet): Promise<number> {
    return sizeOfSet(numbers) <= FEW
      ? this.people.countExisting(userId, numbers)
      : sizeOfSet(intersection(numbers, await this.people.all(userId)));
  }
}

type Test = (part: SegmentTree) => boolean;

/** The same conditions. The parts of `all` that a filter of the database decides exactly are one part. */
function withExactTogether(tree: SegmentTree, isExact: Test): SegmentTree {
  if (isExact(tree)) return tree;
  if ('not' in tree) return { not: withExactTogether(tree.not, isExact) };
  if ('any' in tree) return { any: tree.any.map((each) => withExactTogether(each, isExact)) };
  if (!('all' in tree)) return tree;
  const exact = tree.all.filter(isExact);
  const others = tree.all.filter((each) => !isExact(each));
  return { all: [{ all: exact }, ...others.map((each) => withExactTogether(each, isExact))] };
}

/** The largest parts whose people can be read. */
function* partsWithSets(tree: SegmentTree, isExact: Test): Generator<SegmentTree> {
  if ('did' in tree || (isExact(tree) && isNarrow(tree))) yield tree;
  else if ('not' in tree) yield* partsWithSets(tree.not, isExact);
  else if ('all' in tree || 'any' in tree)
    for (const each of 'all' in tree ? tree.all : tree.any) yield* partsWithSets(each, isExact);
}

/** Whether a part says who matches. The opposite of conditions matches most people, and is known from their set. */
function isNarrow(part: SegmentTree): boolean {
  if ('not' in part) return false;
  if ('all' in part) return part.all.some(isNarrow);
  return 'any' in part ? part.any.every(isNarrow) : true;
}
