import { Controller, Get, Param, Query } from '@nestjs/common';
import { addressOf } from '../../http/input/channel';
import { existing } from '../../http/input/path-id';
import { Operation } from '../../openapi/operation';
import { Caller, type User } from '../../security/caller';
import { ExplanationQuery } from './explain.input';
import { ExplanationView } from './explanation.presenter';
import { ReadExplanation } from './read-explanation';

@Controller('api/v1/campaigns/:id')
export class ExplainController {
  constructor(private readonly readExplanation: ReadExplanation) {}

  @Get('explain')
  @Operation({
    summary: 'Explain why a person got a campaign, or did not',
    description:
      'Returns the decisive reason, and everything that led to it: groups, segments with each condition and the ' +
      'value of the person, exclusions, opt-outs, and all deliveries. Before the campaign starts, it describes what ' +
      'would happen now.',
    answer: ExplanationView,
    errors: ['person_not_found'],
  })
  async explanation(
    @Caller() { userId }: User,
    @Param('id', existing('campaign')) id: string,
    @Query() { identifier, personId }: ExplanationQuery,
  ) {
    const whom = personId === undefined ? { address: addressOf(identifier ?? '') } : { personId };
    return { data: { explanation: await this.readExplanation.read(userId, id, whom) } };
  }
}
