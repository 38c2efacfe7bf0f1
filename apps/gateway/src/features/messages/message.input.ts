import { type InboundMeaning, inboundMeanings } from '@carillon/contracts';
import { ApiProperty } from '@nestjs/swagger';
import { IsIn } from 'class-validator';
import { IsAddressFilter, IsChannel } from '../../http/input/channel';
import { OptionalNotNull } from '../../http/input/rule';
import { PageQuery } from '../../http/paging/page-query';

const meanings = [...inboundMeanings, 'NONE'] as const;

export class InboundMessagesQuery extends PageQuery {
  @IsChannel()
  @OptionalNotNull()
  readonly channel?: string;

  @ApiProperty({ description: 'NONE: messages that were not recognized and need a review' })
  @IsIn(meanings)
  @OptionalNotNull()
  readonly meaning?: InboundMeaning | 'NONE';

  @IsAddressFilter('channel')
  @OptionalNotNull()
  readonly identifier?: string;
}
