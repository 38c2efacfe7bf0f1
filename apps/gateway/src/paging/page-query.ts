import { Type } from '@sinclair/typebox';
import { Optional, type Rule, finding, rule } from '../checks/rule';

const MAX_LIMIT = 1000;

/** A number of items as a query spells it, 1 to 1000. */
const limit: Rule = rule(Type.Integer({ minimum: 1, maximum: MAX_LIMIT, examples: [100] }), (value) => {
  if (typeof value !== 'string' || !/^-?\d{1,15}$/.test(value))
    return finding('wrong_type', 'This must be a whole number');
  const count = Number(value);
  if (count < 1) return finding('too_small', 'This must be at least 1');
  return count > MAX_LIMIT ? finding('too_big', `This must be at most ${MAX_LIMIT}`) : [];
});

/** What is in it shows when it is read. */
const cursor: Rule = rule(Type.String({ minLength: 1, pattern: '^[A-Za-z0-9_-]+$' }), (value) =>
  typeof value === 'string' ? [] : finding('wrong_type', 'This must be given once'),
);

/** The query of a list: how many, and from where. Lists with filters extend it. */
export class PageQuery {
  @Optional(limit, { description: 'How many items at most' })
  readonly limit?: string;

  @Optional(cursor, { description: 'Where to go on: the header `Next-Cursor` of the page before' })
  readonly cursor?: string;
}
