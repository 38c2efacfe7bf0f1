import { issue } from '@carillon/input';
import { Holds, type Rule } from './rule';

/** A number in a query, from 1. */
export const IsCountUpTo = (max: number, example: number): PropertyDecorator =>
  Holds('isCount', countRule(max, example));

function countRule(max: number, example: number): Rule {
  return {
    schema: { type: 'integer', minimum: 1, maximum: max, examples: [example] },
    issues: (value) => {
      if (typeof value !== 'string' || !/^-?\d{1,15}$/.test(value))
        return issue('wrong_type', 'Must be an integer');
      const count = Number(value);
      if (count < 1) return issue('too_small', 'Must be at least 1');
      return count > max ? issue('too_big', `Must be at most ${max}`) : [];
    },
  };
}
