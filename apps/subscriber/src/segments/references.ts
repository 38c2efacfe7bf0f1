import type { Condition, SegmentProblem, SegmentTree } from '@carillon/contracts';
import { Injectable } from '@nestjs/common';
import { AttributeNames } from '../identity';
import { Groups } from '../membership';

/** What segments name, checked. */
export interface CheckedReferences {
  /** The groups of the conditions that exist. */
  groups: ReadonlySet<string>;
  problems: SegmentProblem[];
  /** Whether only some people have an attribute already with its new type or name. */
  isChanging: boolean;
  isKnown: (condition: Condition) => boolean;
}

/** Finds out whether the groups and attributes that segments name still exist. */
@Injectable()
export class References {
  constructor(
    private readonly groups: Groups,
    private readonly attributeNames: AttributeNames,
  ) {}

  async check(userId: string, trees: readonly SegmentTree[]): Promise<CheckedReferences> {
    const conditions = trees.flatMap((tree) => [...conditionsIn(tree)]);
    const groupIds = unique(conditions.flatMap((each) => ('group' in each ? each.group : [])));
    const names = unique(conditions.flatMap((each) => ('attribute' in each ? each.attribute : [])));
    const [groups, known] = await Promise.all([
      groupIds.length > 0 ? this.groups.existing(userId, groupIds) : new Set<string>(),
      this.attributeNames.currentAmong(userId, names),
    ]);
    const attributes = new Set(known.map(({ name }) => name));
    return {
      groups,
      isChanging: known.some(({ isChanging }) => isChanging),
      problems: [
        ...groupIds.filter((id) => !groups.has(id)).map((what) => ({ kind: 'GROUP' as const, what })),
        ...names
          .filter((name) => !attributes.has(name))
          .map((what) => ({ kind: 'ATTRIBUTE' as const, what })),
      ],
      isKnown: (condition) => {
        if ('group' in condition) return groups.has(condition.group);
        return 'attribute' in condition ? attributes.has(condition.attribute) : true;
      },
    };
  }
}

/** All conditions of a tree. */
export function* conditionsIn(tree: SegmentTree): Generator<Condition> {
  if ('all' in tree) for (const each of tree.all) yield* conditionsIn(each);
  else if ('any' in tree) for (const each of tree.any) yield* conditionsIn(each);
  else if ('not' in tree) yield* conditionsIn(tree.not);
  else yield tree;
}

const unique = (values: readonly string[]): string[] => [...new Set(values)];
