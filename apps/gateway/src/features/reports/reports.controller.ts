import { Messenger } from '@carillon/messaging';
import { Controller, Get, Param, Query, Res, StreamableFile } from '@nestjs/common';
import { Type } from '@sinclair/typebox';
import type { FastifyReply } from 'fastify';
import { Caller, NeedsScope, type User } from '../../security/caller';
import { existing, existingDelivery } from '../../http/input/path-id';
import { FileAnswer } from '../../http/routes';
import { type Content, Operation } from '../../openapi/operation';
import { Lists } from '../../http/paging/lists';
import { PageQuery } from '../../http/paging/page-query';
import { CSV, type ExportedFile, Exports } from '../imports';
import { DeliveryView, deliveriesCsv, deliveryColumns, presentDelivery } from './delivery.presenter';
import { CampaignSendersView, ReadCampaignSenders } from './read-campaign-senders';
import { CampaignCostsView, ReadCosts } from './read-costs';
import { ReadRecipientDomains, RecipientDomainsView } from './read-recipient-domains';
import { LinkView, ReadReport, ReportView, TimelineView, presentLink } from './read-report';
import { DeliveriesQuery, toFilters, DeliveriesExportQuery } from './delivery.input';
import { ReportExportQuery } from './report.input';
import { reportColumns, reportCsv } from './report-csv';

const csvContent: Content = {
  media: { [CSV]: Type.String({ examples: [`${deliveryColumns.join(',')}\r\n`] }) },
};

const reportContent: Content = {
  media: { [CSV]: Type.String({ examples: [`${reportColumns.join(',')}\r\n`] }) },
};

/** The results of a campaign: the counts, and the individual recipients. */
@Controller('api/v1/campaigns/:id')
export class ReportsController {
  constructor(
    private readonly messenger: Messenger,
    private readonly lists: Lists,
    private readonly readReport: ReadReport,
    private readonly readCampaignSenders: ReadCampaignSenders,
    private readonly readRecipientDomains: ReadRecipientDomains,
    private readonly readCosts: ReadCosts,
    private readonly exports: Exports,
  ) {}

  @Get('report')
  @Operation({
    summary: 'Read the report of a campaign',
    description: 'Counts the deliveries. The states add up to `total`. In a draft, all counts are zero.',
    answer: ReportView,
  })
  async report(@Caller() { userId }: User, @Param('id', existing('campaign')) id: string) {
    return { data: { report: await this.readReport.read(userId, id) } };
  }

  @Get('report/export')
  @FileAnswer(() => CSV)
  @Operation({
    summary: 'Export the report of a campaign',
    description:
      'Returns the results, the reasons, the timeline, the clicks by link and domain, the results by recipient domain and by sender, and the costs as CSV, with one number per line. The file contains no data about individual recipients.',
    answer: reportContent,
  })
  async exportReport(
    @Caller() { userId }: User,
    @Param('id', existing('campaign')) campaignId: string,
    @Query() { formulas }: ReportExportQuery,
  ): Promise<StreamableFile> {
    const parts = await this.readReport.whole(userId, campaignId);
    return new StreamableFile(Buffer.from(reportCsv(parts, formulas)), {
      type: `${CSV}; charset=utf-8`,
      disposition: `attachment; filename="report-${campaignId}.csv"`,
    });
  }

  @Get('timeline')
  @Operation({
    summary: 'Read the sends of a campaign over time',
    description:
      'Returns how many deliveries had which result in each period, by channel. Retried deliveries are counted again. Later provider reports change the report, but not these numbers. A draft has no buckets.',
    answer: TimelineView,
  })
  async timeline(@Caller() { userId }: User, @Param('id', existing('campaign')) id: string) {
    return { data: { timeline: await this.readReport.timeline(userId, id) } };
  }

  @Get('domains')
  @Operation({
    summary: 'Read the results of a campaign by domain of the recipients',
    description:
      'Counts the emails to the 20 domains with the most recipients, and to all others. A response can be half a minute old. If `isComplete` is false, request it again. A draft has no domains.',
    answer: RecipientDomainsView,
  })
  async recipientDomains(@Caller() { userId }: User, @Param('id', existing('campaign')) id: string) {
    return { data: { recipientDomains: await this.readRecipientDomains.read(userId, id) } };
  }

  @Get('senders')
  @Operation({
    summary: 'Read the results of a campaign by sender',
    description:
      'Counts the messages of each sender, such as the senders of a pool. A response can be half a minute old. A draft has no senders.',
    answer: CampaignSendersView,
  })
  async campaignSenders(@Caller() { userId }: User, @Param('id', existing('campaign')) id: string) {
    return { data: { campaignSenders: await this.readCampaignSenders.read(userId, id) } };
  }

  @Get('costs')
  @Operation({
    summary: 'Read the costs of a campaign',
    description:
      'Uses the prices that applied when the campaign started. Counts the messages that a provider accepted, and those whose result is unknown, by channel, provider, and country. While the campaign is being sent, a response can be half a minute old. If `isComplete` is false, request it again. A draft costs nothing.',
    answer: CampaignCostsView,
  })
  async campaignCosts(@Caller() { userId }: User, @Param('id', existing('campaign')) id: string) {
    return { data: { campaignCosts: await this.readCosts.read(userId, id) } };
  }

  @Get('links')
  @Operation({
    summary: 'List the links of a campaign with their clicks',
    description:
      'In the order of the email, each once. Empty unless the account tracked opens and clicks when the campaign started.',
    answer: Type.Array(LinkView),
  })
  async links(
    @Caller() { userId }: User,
    @Param('id', existing('campaign')) campaignId: string,
    @Query() query: PageQuery,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const list = { userId, query };
    this.lists.start(reply, list);
    await this.messenger.request('campaign.get', { userId, id: campaignId });
    const links = await this.lists.answer(reply, list, (slice) =>
      this.messenger.request('dispatch.links', { userId, campaignId, ...slice }),
    );
    return { data: { links: links.map(presentLink) } };
  }

  @Get('deliveries')
  @Operation({
    summary: 'List the deliveries of a campaign',
    description: 'Lists the recipients behind the counts, newest first.',
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

  @Get('deliveries/export')
  @NeedsScope('write')
  @FileAnswer(() => CSV)
  @Operation({
    summary: 'Export the deliveries of a campaign',
    description: 'Returns the same deliveries in the same order as CSV, without a limit, with times in UTC.',
    answer: csvContent,
  })
  async exportDeliveries(
    @Caller() user: User,
    @Param('id', existing('campaign')) campaignId: string,
    @Query() { formulas = 'keep', ...query }: DeliveriesExportQuery,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<StreamableFile> {
    const { userId } = user;
    const { name } = await this.messenger.request('campaign.get', { userId, id: campaignId });
    const file: ExportedFile = {
      name: `deliveries-${campaignId}.csv`,
      type: CSV,
      action: 'deliveries.exported',
      target: { type: 'campaign', id: campaignId, name: name === '' ? null : name },
      changes: [],
    };
    const filters = toFilters(query);
    return this.exports.answer(user, reply, file, () =>
      deliveriesCsv(
        (slice) =>
          this.messenger.request('dispatch.deliveries', { userId, campaignId, ...filters, ...slice }),
        formulas,
      ),
    );
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
