import { Controller, Get, Query } from '@nestjs/common';
import { Operation } from '../../openapi/operation';
import { Caller, type User } from '../../security/caller';
import { ReadStatistics, StatisticsView } from './read-statistics';
import { StatisticsQuery, toPeriod } from './statistics.input';

/** The results of all campaigns of an account. */
@Controller('api/v1/statistics')
export class StatisticsController {
  constructor(private readonly readStatistics: ReadStatistics) {}

  @Get()
  @Operation({
    summary: 'Read the statistics of the account',
    description:
      'Sums up the results of all campaigns by day and channel, except deleted campaigns. Messages, opens, clicks, conversions, bounces, and complaints count on the day when their campaign started. Opt-outs count on the day when the person opted out. Counts can be half a minute old.',
    answer: StatisticsView,
  })
  async statistics(@Caller() { userId }: User, @Query() query: StatisticsQuery) {
    return { data: { statistics: await this.readStatistics.read(userId, toPeriod(query)) } };
  }
}
