import { Controller, Get, Param } from '@nestjs/common';
import { existing } from '../../http/input/path-id';
import { Operation } from '../../openapi/operation';
import { Caller, type User } from '../../security/caller';
import { ReadRehearsal } from './read-rehearsal';
import { RehearsalView } from './rehearsal.presenter';

@Controller('api/v1/campaigns/:id')
export class RehearsalController {
  constructor(private readonly readRehearsal: ReadRehearsal) {}

  @Get('rehearsal')
  @Operation({
    summary: 'Rehearse a campaign',
    description:
      'Returns what would happen if you published the draft now, or what will happen to a scheduled campaign: whom it reaches, whom it skips and why, the SMS segments, the problems that prevent publishing, and the estimated end. Sends and stores nothing. The response arrives after a few seconds at the latest. With `isComplete: false`, the rehearsal continues: repeat the request.',
    answer: RehearsalView,
    errors: ['campaign_wrong_status'],
  })
  async rehearsal(@Caller() { userId }: User, @Param('id', existing('campaign')) id: string) {
    return { data: { rehearsal: await this.readRehearsal.read(userId, id) } };
  }
}
