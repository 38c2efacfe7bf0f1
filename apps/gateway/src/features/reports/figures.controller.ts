import { Controller, Get, Query } from '@nestjs/common';
import { Operation } from '../../openapi/operation';
import { Caller, type User } from '../../security/caller';
import { FiguresQuery, idsIn } from './figures.input';
import { FiguresListView, ReadFigures } from './read-figures';

/** The main figures of many campaigns, for lists. */
@Controller('api/v1/campaigns/figures')
export class FiguresController {
  constructor(private readonly readFigures: ReadFigures) {}

  @Get()
  @Operation({
    summary: 'Read the main figures of campaigns',
    description:
      'Returns what a list shows of up to 100 campaigns: their channels, audience, times, and counts. Unknown campaigns are omitted. In a draft, all counts are zero. Counts can be half a minute old.',
    answer: FiguresListView,
  })
  async campaignFigures(@Caller() { userId }: User, @Query() query: FiguresQuery) {
    return { data: { campaignFigures: await this.readFigures.read(userId, idsIn(query)) } };
  }
}
