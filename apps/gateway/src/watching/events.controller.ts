import { Controller, Get, Param, Res } from '@nestjs/common';
import { Type } from '@sinclair/typebox';
import type { FastifyReply } from 'fastify';
import { Caller, type User } from '../access/caller';
import { existing } from '../input/path-id';
import { Operation } from '../openapi/operation';
import { EventsAnswer } from '../http/long-answer';
import { WatchReport } from './watch-report';

/** OpenAPI 3.1 has no words for events: this is their text. */
const Events = Type.String({
  examples: [
    'event: report\ndata: {"campaignId":"6560f0a1b2c3d4e5f6a7b8c9","status":"SENDING","total":2}\n\n',
  ],
});

/** What happens to a campaign, while it happens. */
@Controller('api/v1/campaigns/:id')
export class EventsController {
  constructor(private readonly watchReport: WatchReport) {}

  @Get('events')
  @Operation({
    summary: 'Follow the report of a campaign',
    description:
      'Server-sent events named `report`, their data the report: the first at once, others when something has changed, until the campaign is at its end.',
    answer: { media: { 'text/event-stream': Events } },
    errors: ['limit_reached'],
  })
  @EventsAnswer()
  events(
    @Caller() user: User,
    @Param('id', existing('campaign')) id: string,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    return this.watchReport.execute(user, id, reply);
  }
}
