import { MAX_COMMENT_LENGTH } from '@carillon/contracts';
import { ApiProperty } from '@nestjs/swagger';
import { IsIn } from 'class-validator';
import { OptionalNotNull } from '../../http/input/rule';
import { IsText } from '../../http/input/texts';
import { PageQuery } from '../../http/paging/page-query';

const commentOrders = ['oldest', 'newest'] as const;

export class CommentsQuery extends PageQuery {
  @ApiProperty({ description: 'The sort order. The default is oldest first' })
  @IsIn(commentOrders)
  @OptionalNotNull()
  readonly order?: (typeof commentOrders)[number];
}

export class CreateComment {
  @ApiProperty({
    description: 'Plain text. White space at both ends is removed',
    examples: ['The prices are final now.'],
  })
  @IsText({ max: MAX_COMMENT_LENGTH, lines: true })
  readonly text!: string;
}
