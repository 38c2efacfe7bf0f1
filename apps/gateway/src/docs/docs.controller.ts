import { AppError } from '@carillon/contracts';
import { Controller, Get, Inject, Param, Req, Res } from '@nestjs/common';
import { Type } from '@sinclair/typebox';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type GatewayConfig, gatewayConfig } from '../config';
import { ignoredBody } from '../http/body-form';
import { Foreign } from '../http/foreign-route';
import { ApiDescription } from './api-description';
import { Operation } from '../openapi/operation';
import { assetCalled } from './page/assets';
import { docsPage, policyFor } from './page/page';
import { Text } from '../openapi/view';

const Description = Type.Object({
  openapi: Text('3.1.1'),
  info: Type.Object({ title: Text('Carillon'), version: Text('1.0.0') }),
});

const open = { body: ignoredBody };
const SHORT = 'public, max-age=300';
/** Of files that change with a release only; their names do not. */
const LONG = 'public, max-age=86400';
const takesGzip = /\bgzip\b(?! *; *q=0(?:\.0*)?(?:,|$))/;

/** The API's description, for programs and for people. */
@Controller('api')
export class DocsController {
  private readonly policy: string;

  constructor(
    private readonly description: ApiDescription,
    @Inject(gatewayConfig.token) { PUBLIC_URL }: GatewayConfig,
  ) {
    this.policy = policyFor(PUBLIC_URL);
  }

  @Get('openapi.json')
  @Foreign(open)
  @Operation({
    summary: 'Read this description',
    answer: { media: { 'application/json': Description } },
  })
  openapi(@Res() reply: FastifyReply): void {
    void reply
      .headers({ 'content-type': 'application/json; charset=utf-8', 'cache-control': SHORT })
      .send(this.description.json);
  }

  @Get('docs')
  @Foreign(open)
  @Operation({
    summary: 'Read this description as a page',
    answer: { media: { 'text/html': Type.String() } },
  })
  docs(@Res() reply: FastifyReply): void {
    void reply
      .headers({
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': this.policy,
        'referrer-policy': 'no-referrer',
        'x-content-type-options': 'nosniff',
        'cache-control': SHORT,
      })
      .send(docsPage);
  }

  @Get('docs/assets/:name')
  @Foreign(open)
  @Operation({
    summary: 'Load a file of the page',
    answer: {
      media: { 'text/css': Type.String(), 'text/javascript': Type.String(), 'image/png': Type.String() },
    },
  })
  async docsAsset(
    @Param('name') name: string,
    @Req() { headers }: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const asset = await assetCalled(name);
    if (!asset) throw new AppError('route_not_found');
    const isZipped = takesGzip.test([headers['accept-encoding']].flat().join());
    await reply
      .headers({
        'content-type': asset.type,
        'cache-control': LONG,
        'x-content-type-options': 'nosniff',
        vary: 'accept-encoding',
        ...(isZipped && { 'content-encoding': 'gzip' }),
      })
      .send(isZipped ? asset.zipped : asset.plain);
  }
}
