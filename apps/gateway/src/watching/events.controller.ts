import { Controller, Get, Param, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { Caller, type User } from '../access/caller';
import { existing } from '../checks/path-id';
import { EventsAnswer } from '../http/long-answer';
import { WatchReport } from './watch-report';

/** What happens to a campaign, while it happens. */
@Controller('api/v1/campaigns/:id')
export class EventsController {
  constructor(private readonly watchReport: WatchReport) {}

  @Get('events')
  @EventsAnswer()
  events(
    @Caller() user: User,
    @Param('id', existing('campaign')) id: string,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    return this.watchReport.execute(user, id, reply);
  }
}
