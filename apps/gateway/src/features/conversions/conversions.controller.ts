import { AppError } from '@carillon/contracts';
import { readTime } from '@carillon/input';
import { Messenger } from '@carillon/messaging';
import { Body, Controller, Get, Param, Post, Query, Res } from '@nestjs/common';
import { Type } from '@sinclair/typebox';
import type { FastifyReply } from 'fastify';
import { mintId } from '../../http/idempotency/minting';
import { existing } from '../../http/input/path-id';
import { Lists } from '../../http/paging/lists';
import { PageQuery } from '../../http/paging/page-query';
import { Operation } from '../../openapi/operation';
import { Caller, NeedsScope, type User } from '../../security/caller';
import { Clicks } from './clicks';
import { RecordConversion } from './conversion.input';
import { ConversionView, presentConversion } from './conversion.presenter';

/** What people order after they click a link in an email. */
@Controller('api/v1')
export class ConversionsController {
  constructor(
    private readonly messenger: Messenger,
    private readonly lists: Lists,
    private readonly clicks: Clicks,
  ) {}

  @Post('conversions')
  @NeedsScope('write')
  @Operation({
    creates: 'conversion',
    summary: 'Record a conversion',
    description:
      'Counts an order within 30 days after a click. A repeated `reference` returns the existing conversion, unchanged. It replaces a conversion that a pixel reported, because a pixel is not verified.',
    answer: ConversionView,
  })
  async recordConversion(
    @Caller() { userId }: User,
    @Body() { click, reference, value, currency, occurredAt }: RecordConversion,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const clicked = this.clicks.read(click.trim());
    if (!clicked) throw invalidClick();
    const conversion = await this.messenger.request('conversion.record', {
      ...{ userId, id: mintId(), campaignId: clicked.campaignId, deliveryId: clicked.deliveryId },
      ...{ clickedAt: clicked.at.toISOString(), reference: reference.trim() },
      ...{ value: value ?? null, currency: currency ?? null },
      // The dispatcher sets the time, so that a repeated request is the same command.
      occurredAt: (occurredAt === undefined ? undefined : readTime(occurredAt)) ?? null,
    });
    reply.header('location', `/api/v1/conversions/${conversion.id}`);
    return { data: { recordConversion: presentConversion(conversion) } };
  }

  @Get('conversions/:conversionId')
  @Operation({ summary: 'Read a conversion', answer: ConversionView })
  async conversion(@Caller() { userId }: User, @Param('conversionId', existing('conversion')) id: string) {
    const conversion = await this.messenger.request('conversion.get', { userId, id });
    return { data: { conversion: presentConversion(conversion) } };
  }

  @Get('campaigns/:id/conversions')
  @Operation({
    summary: 'List the conversions of a campaign',
    description: 'Newest first. Old conversions are deleted, but remain in the counts of the report.',
    answer: Type.Array(ConversionView),
  })
  async conversions(
    @Caller() { userId }: User,
    @Param('id', existing('campaign')) campaignId: string,
    @Query() query: PageQuery,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const list = { userId, query };
    this.lists.start(reply, list);
    await this.messenger.request('campaign.get', { userId, id: campaignId });
    const conversions = await this.lists.answer(reply, list, (slice) =>
      this.messenger.request('conversion.list', { userId, campaignId, ...slice }),
    );
    return { data: { conversions: conversions.map(presentConversion) } };
  }
}

/** The same error as for the click of another account. */
function invalidClick(): AppError {
  return new AppError('validation_failed', undefined, [
    { field: 'click', code: 'not_found', detail: 'This is not a valid click of the account' },
  ]);
}
