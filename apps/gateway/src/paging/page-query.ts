import { Optional, type Rule, finding } from '../checks/rule';

const MAX_LIMIT = 1000;

/** A number of items as a query spells it, 1 to 1000. */
const limit: Rule = (value) => {
  if (typeof value !== 'string' || !/^-?\d{1,15}$/.test(value))
    return finding('wrong_type', 'This must be a whole number');
  const count = Number(value);
  if (count < 1) return finding('too_small', 'This must be at least 1');
  return count > MAX_LIMIT ? finding('too_big', `This must be at most ${MAX_LIMIT}`) : [];
};

/** What is in it shows when it is read. */
const cursor: Rule = (value) =>
  typeof value === 'string' ? [] : finding('wrong_type', 'This must be given once');

/** The query of a list: how many, and from where. Lists with filters extend it. */
export class PageQuery {
  @Optional(limit)
  readonly limit?: string;

  @Optional(cursor)
  readonly cursor?: string;
}
