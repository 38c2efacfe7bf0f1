import { ATTRIBUTION_MS, type ConversionReported } from '@carillon/contracts';
import { Clock } from '@carillon/platform';
import { Controller, Get, Param, Req, Res } from '@nestjs/common';
import { ApiQuery } from '@nestjs/swagger';
import { Type } from '@sinclair/typebox';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ignoredBody } from '../../http/body';
import { pixelToken, sendPixel } from '../../http/pixel';
import { Foreign } from '../../http/routes';
import { visitorOf } from '../../http/visitor';
import { Operation } from '../../openapi/operation';
import { ClientNetworks } from '../../security/client-networks';
import { Clicks } from './clicks';
import { amountRule, isCurrency, referenceRule } from './conversion.input';
import { ReportPixels } from './report-pixels';

/** The shop is another website. */
const headers = { 'cross-origin-resource-policy': 'cross-origin' };

const aText = { required: false, schema: { type: 'string' } } as const;

/** The pixel on the page with which a shop thanks for an order. */
@Controller('v')
export class PixelController {
  constructor(
    private readonly clicks: Clicks,
    private readonly reportPixels: ReportPixels,
    private readonly networks: ClientNetworks,
    private readonly clock: Clock,
  ) {}

  @Get(':picture')
  @ApiQuery({ ...aText, name: 'reference', description: 'What you call the order. It counts once' })
  @ApiQuery({ ...aText, name: 'value', description: 'The value of the order, such as 49.90' })
  @ApiQuery({ ...aText, name: 'currency', description: 'The currency of the value (ISO 4217)' })
  @Operation({
    summary: 'Load the conversion pixel of a shop',
    description:
      'Counts an order that followed a click. `picture` is the value of `carillon_click`, followed by `.gif`. Always returns a transparent pixel. An invalid or expired click, and a pixel without `reference`, count nothing. An invalid value is left out.',
    answer: { media: { 'image/gif': Type.String({ format: 'binary' }) } },
  })
  @Foreign({ body: ignoredBody })
  async loadPixel(
    @Param('picture') picture: string,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    if (request.method === 'GET') {
      const network = this.networks.of(request.raw);
      await this.reportPixels.receive(this.reportOf(picture, request), network);
    }
    sendPixel(reply, headers);
  }

  /** Null: the click or the reference is invalid. */
  private reportOf(
    picture: string,
    { method, query, raw }: FastifyRequest,
  ): Omit<ConversionReported, 'id'> | null {
    const token = pixelToken(picture);
    const click = token === null ? null : this.clicks.read(token);
    const given = query as Readonly<Record<string, unknown>>;
    const reference = referenceIn(given.reference);
    const now = this.clock.now();
    if (!click || reference === null || now.getTime() > click.at.getTime() + ATTRIBUTION_MS) return null;
    const isPrivate = visitorOf(method, raw.headers) === 'private';
    return {
      campaignId: click.campaignId,
      deliveryId: isPrivate ? null : click.deliveryId,
      clickedAt: click.at.toISOString(),
      reference,
      ...valueIn(given),
      occurredAt: now.toISOString(),
    };
  }
}

function referenceIn(given: unknown): string | null {
  if (typeof given !== 'string') return null;
  const reference = given.trim();
  return referenceRule.issues(reference, {}).length === 0 ? reference : null;
}

/** A value without its currency says nothing. */
function valueIn({
  value,
  currency,
}: Readonly<Record<string, unknown>>): Pick<ConversionReported, 'value' | 'currency'> {
  const code = typeof currency === 'string' ? currency.toUpperCase() : '';
  const isValid = typeof value === 'string' && amountRule.issues(value, {}).length === 0 && isCurrency(code);
  return isValid ? { value, currency: code } : { value: null, currency: null };
}
