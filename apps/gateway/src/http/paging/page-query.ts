import { issue } from '@carillon/input';
import { ApiProperty } from '@nestjs/swagger';
import { Holds, OptionalNotNull, type Rule, stringRule } from '../input/rule';

const MAX_LIMIT = 1000;

/** A number of items in a query, 1 to 1000. */
const limitRule: Rule = {
  schema: { type: 'integer', minimum: 1, maximum: MAX_LIMIT, examples: [100] },
  issues: (value) => {
    if (typeof value !== 'string' || !/^-?\d{1,15}$/.test(value))
      return issue('wrong_type', 'Must be an integer');
    const count = Number(value);
    if (count < 1) return issue('too_small', 'Must be at least 1');
    return count > MAX_LIMIT ? issue('too_big', `Must be at most ${MAX_LIMIT}`) : [];
  },
};

/** Its content is validated when it is read. */
const cursorRule = stringRule({ minLength: 1, pattern: '^[A-Za-z0-9_-]+$' }, () => []);

/** The query of a list: the number of items, and where to begin. Lists with filters extend it. */
export class PageQuery {
  @ApiProperty({ description: 'The maximum number of items' })
  @Holds('isLimit', limitRule)
  @OptionalNotNull()
  readonly limit?: string;

  @ApiProperty({ description: 'The start of the page: the header `Next-Cursor` of the previous page' })
  @Holds('isCursor', cursorRule)
  @OptionalNotNull()
  readonly cursor?: string;
}
