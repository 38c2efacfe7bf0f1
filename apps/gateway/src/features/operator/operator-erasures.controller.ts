import type { Erasure } from '@carillon/contracts';
import { Messenger } from '@carillon/messaging';
import { Controller, Get, Param, Query, Res } from '@nestjs/common';
import { Type } from '@sinclair/typebox';
import type { FastifyReply } from 'fastify';
import { existing } from '../../http/input/path-id';
import { OPERATOR } from '../../http/paging/cursor';
import { Lists } from '../../http/paging/lists';
import { PageQuery } from '../../http/paging/page-query';
import { Operation } from '../../openapi/operation';
import { UserErasureView, presentUserErasure } from './user-erasure.presenter';

/** The deleted users, with the requester and the progress of each deletion. */
@Controller('api/v1/operator/erasures')
export class OperatorErasuresController {
  constructor(
    private readonly messenger: Messenger,
    private readonly lists: Lists,
  ) {}

  @Get()
  @Operation({ key: 'erasures', summary: 'List the deletions of users', answer: Type.Array(UserErasureView) })
  async userErasures(@Query() query: PageQuery, @Res({ passthrough: true }) reply: FastifyReply) {
    const erasures = await this.lists.answer<Erasure>(reply, { userId: OPERATOR, query }, (slice) =>
      this.messenger.request('erasure.list-of-users', slice),
    );
    return { data: { erasures: erasures.map(presentUserErasure) } };
  }

  @Get(':id')
  @Operation({ key: 'erasure', summary: 'Read the deletion of a user', answer: UserErasureView })
  async userErasure(@Param('id', existing('erasure')) id: string) {
    const erasure = await this.messenger.request('erasure.get-of-user', { id });
    return { data: { erasure: presentUserErasure(erasure) } };
  }
}
