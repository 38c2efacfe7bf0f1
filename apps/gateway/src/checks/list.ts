import { joined } from '@carillon/input';
import { Type } from '@sinclair/typebox';
import { type Finding, type Rule, finding, rule } from './rule';

/** As many wrong items as an answer can name. */
export const MAX_FINDINGS = 20;

/** An array of 1 to `max` items that each follow a rule; a wrong one is named by its index. */
export function listOf(item: Rule, { max }: { max: number }): Rule {
  return rule(Type.Array(item.schema, { minItems: 1, maxItems: max }), (value, owner) => {
    if (!Array.isArray(value)) return finding('wrong_type', 'This must be an array');
    if (value.length === 0) return finding('empty', 'This must not be empty');
    if (value.length > max) return finding('too_many', `This may have at most ${max} items`);
    const findings: Finding[] = [];
    for (const [index, each] of value.entries()) {
      for (const found of item(each, owner)) findings.push({ ...found, at: joined(String(index), found.at) });
      if (findings.length >= MAX_FINDINGS) break;
    }
    return findings;
  });
}
