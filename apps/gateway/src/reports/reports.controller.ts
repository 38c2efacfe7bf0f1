import { Messenger } from '@carillon/messaging';
import { Controller, Get, Param, Query, Res } from '@nestjs/common';
import { Type } from '@sinclair/typebox';
import type { FastifyReply } from 'fastify';
import { Caller, type User } from '../access/caller';
import { existing } from '../input/path-id';
import { Operation } from '../openapi/operation';
import { Lists } from '../paging/lists';
import { DeliveriesQuery, existingDelivery, toFilters } from './delivery.input';
import { DeliveryView, presentDelivery } from './delivery.presenter';
import { ReadReport } from './read-report';
import { ReportView } from './report.presenter';

/** What became of a campaign: the counts, and the people behind them. */
@Controller('api/v1/campaigns/:id')
export class ReportsController {
  constructor(
    private readonly messenger: Messenger,
    private readonly lists: Lists,
    private readonly readReport: ReadReport,
  ) {}

  @Get('report')
  @Operation({
    summary: 'Read the report of a campaign',
    description: 'Counts of its deliveries. The states add up to `total`; a draft has zeros.',
    answer: ReportView,
  })
  async report(@Caller() { userId }: User, @Param('id', existing('campaign')) id: string) {
    return { data: { report: await this.readReport.execute(userId, id) } };
  }

  @Get('deliveries')
  @Operation({
    summary: 'List the deliveries of a campaign',
    description: 'Lists the people behind the counts, newest first.',
    answer: Type.Array(DeliveryView),
  })
  async deliveries(
    @Caller() { userId }: User,
    @Param('id', existing('campaign')) campaignId: string,
    @Query() query: DeliveriesQuery,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const list = { userId, query };
    this.lists.start(reply, list);
    await this.messenger.request('campaign.get', { userId, id: campaignId });
    const deliveries = await this.lists.answer(reply, list, (slice) =>
      this.messenger.request('dispatch.deliveries', { userId, campaignId, ...toFilters(query), ...slice }),
    );
    return { data: { deliveries: deliveries.map(presentDelivery) } };
  }

  @Get('deliveries/:deliveryId')
  @Operation({ summary: 'Read a delivery', answer: DeliveryView })
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
