import { ApiProperty } from '@nestjs/swagger';
import { Holds, OptionalNotNull, stringRule } from '../input/rule';
import { IsCountUpTo } from '../input/whole-number';

const MAX_LIMIT = 1000;

/** Its content is validated when it is read. */
const cursorRule = stringRule({ minLength: 1, pattern: '^[A-Za-z0-9_-]+$' }, () => []);

/** The query of a list: the number of items, and where to begin. Lists with filters extend it. */
export class PageQuery {
  @ApiProperty({ description: 'The maximum number of items' })
  @IsCountUpTo(MAX_LIMIT, 100)
  @OptionalNotNull()
  readonly limit?: string;

  @ApiProperty({ description: 'The start of the page: the header `Next-Cursor` of the previous page' })
  @Holds('isCursor', cursorRule)
  @OptionalNotNull()
  readonly cursor?: string;
}
