import type { AttributeCondition, Condition, DayRange, SegmentTree } from '@carillon/contracts';
import { instantsOf } from './days';
import { containing, dateIn, startingWith } from './evaluate';

/** A filter of the database. */
type Filter = Record<string, unknown>;

/** @property isExact false: the filter also finds people that don't match, so each must be evaluated. */
export interface CompiledFilter {
  filter: Filter;
  isExact: boolean;
}

const everyone: CompiledFilter = { filter: {}, isExact: false };
const nobody: Filter = { _id: { $in: [] } };

/** Compiles the conditions that the database can decide by the person's document. All other conditions find everyone. */
export function compile(
  tree: SegmentTree,
  asOf: Date,
  isKnown: (condition: Condition) => boolean,
): CompiledFilter {
  if ('all' in tree) {
    const parts = tree.all.map((each) => compile(each, asOf, isKnown));
    const filters = parts.map(({ filter }) => filter).filter((filter) => Object.keys(filter).length > 0);
    return {
      filter: filters.length > 0 ? { $and: filters } : {},
      isExact: parts.every(({ isExact }) => isExact),
    };
  }
  if ('any' in tree) {
    const parts = tree.any.map((each) => compile(each, asOf, isKnown));
    if (parts.some(({ filter }) => Object.keys(filter).length === 0))
      return { filter: {}, isExact: parts.some(isEveryone) };
    return {
      filter: parts.length > 0 ? { $or: parts.map(({ filter }) => filter) } : nobody,
      isExact: parts.every(({ isExact }) => isExact),
    };
  }
  if ('not' in tree) {
    const { filter, isExact } = compile(tree.not, asOf, isKnown);
    // The opposite of a filter that finds too many would find too few.
    return isExact ? { filter: { $nor: [filter] }, isExact } : everyone;
  }
  const filter = isKnown(tree) ? filterOf(tree, asOf) : undefined;
  return filter ? { filter, isExact: true } : everyone;
}

const isEveryone = ({ filter, isExact }: CompiledFilter): boolean =>
  isExact && Object.keys(filter).length === 0;

/** Undefined: the person's document doesn't decide. */
function filterOf(condition: Condition, asOf: Date): Filter | undefined {
  if ('attribute' in condition) return { attributes: { $elemMatch: attributeFilter(condition, asOf) } };
  if ('country' in condition) return { country: { $in: condition.country } };
  if ('locale' in condition)
    return {
      $or: condition.locale.flatMap((language) => [
        { locale: language },
        { locale: { $gte: `${language}-`, $lt: `${language}.` } },
      ]),
    };
  if ('joined' in condition) return { createdAt: between(condition.joined, asOf) };
  return undefined;
}

function attributeFilter(condition: AttributeCondition, asOf: Date): Filter {
  const k = condition.attribute;
  if ('exists' in condition) return { k };
  if ('is' in condition)
    return { k, v: { $in: condition.is.flatMap((wanted) => [wanted, dateIn(wanted) ?? []].flat()) } };
  if ('contains' in condition) return { k, v: pattern(containing(condition.contains)) };
  if ('startsWith' in condition) return { k, v: pattern(startingWith(condition.startsWith)) };
  if ('number' in condition) {
    const { from, to } = condition.number;
    return {
      k,
      v: {
        $type: 'number',
        ...(from !== undefined && { $gte: from }),
        ...(to !== undefined && { $lte: to }),
      },
    };
  }
  return { k, v: { $type: 'date', ...between(condition.date, asOf) } };
}

const pattern = ({ source }: RegExp) => ({ $regex: source, $options: 'i' });

function between(range: DayRange, asOf: Date): Filter {
  const { from, until } = instantsOf(range, asOf);
  return { $exists: true, ...(from && { $gte: from }), ...(until && { $lt: until }) };
}
