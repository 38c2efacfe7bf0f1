import { Messenger } from '@carillon/messaging';
import { Controller, Get, Param, Query, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { Caller, type User } from '../access/caller';
import { existing } from '../checks/path-id';
import { DEFAULT_LIMIT, Lists } from '../paging/lists';
import { DeliveriesQuery, existingDelivery, toFilters } from './delivery.input';
import { presentDelivery } from './delivery.presenter';
import { ReadReport } from './read-report';

/** What became of a campaign: the counts, and the people behind them. */
@Controller('api/v1/campaigns/:id')
export class ReportsController {
  constructor(
    private readonly messenger: Messenger,
    private readonly lists: Lists,
    private readonly readReport: ReadReport,
  ) {}

  @Get('report')
  async report(@Caller() { userId }: User, @Param('id', existing('campaign')) id: string) {
    return { data: { report: await this.readReport.execute(userId, id) } };
  }

  @Get('deliveries')
  async deliveries(
    @Caller() { userId }: User,
    @Param('id', existing('campaign')) campaignId: string,
    @Query() query: DeliveriesQuery,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const list = { userId, query, defaultLimit: DEFAULT_LIMIT };
    this.lists.start(reply, list);
    await this.messenger.request('campaign.get', { userId, id: campaignId });
    const deliveries = await this.lists.answer(reply, list, (slice) =>
      this.messenger.request('dispatch.deliveries', { userId, campaignId, ...toFilters(query), ...slice }),
    );
    return { data: { deliveries: deliveries.map(presentDelivery) } };
  }

  @Get('deliveries/:deliveryId')
  async delivery(
    @Caller() { userId }: User,
    @Param('id', existing('campaign')) campaignId: string,
    @Param('deliveryId', existingDelivery) id: string,
  ) {
    await this.messenger.request('campaign.get', { userId, id: campaignId });
    const delivery = await this.messenger.request('dispatch.delivery', { userId, campaignId, id });
    return { data: { delivery: presentDelivery(delivery) } };
  }
}
