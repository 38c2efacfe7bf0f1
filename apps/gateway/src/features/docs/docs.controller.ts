import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { AppError } from '@carillon/contracts';
import { Controller, Get, type INestApplication, Inject, Param, Req, Res } from '@nestjs/common';
import { Type } from '@sinclair/typebox';
import type { FastifyReply, FastifyRequest } from 'fastify';
import directory from 'swagger-ui-dist/absolute-path.js';
import { type GatewayConfig, gatewayConfig } from '../../config';
import { ignoredBody } from '../../http/body';
import { Foreign } from '../../http/routes';
import { openApiOf } from '../../openapi/document';
import { Operation } from '../../openapi/operation';
import { Text } from '../../openapi/view';
import { docsHeaders, docsPage } from './docs-page';

const Description = Type.Object({
  openapi: Text('3.1.1'),
  info: Type.Object({ title: Text('Carillon'), version: Text('1.0.0') }),
});

const open = { body: ignoredBody };
const SHORT = 'public, max-age=300';
/** The caching header of files that change only with a release, under unchanged names. */
const LONG = 'public, max-age=86400';
const takesGzip = /\bgzip\b(?! *; *q=0(?:\.0*)?(?:,|$))/;

/** The API's description, for programs and for people. */
@Controller('api')
export class DocsController {
  private make: (() => string) | null = null;
  private made: string | null = null;
  private readonly pageHeaders: Record<string, string>;

  constructor(@Inject(gatewayConfig.token) private readonly config: GatewayConfig) {
    this.pageHeaders = { ...docsHeaders(config.PUBLIC_URL), 'cache-control': SHORT };
  }

  /**
   * Sets the application to describe, which is read on the first request, because no part of an application has access
   * to the whole application.
   */
  describe(app: INestApplication): void {
    this.make = () => JSON.stringify(openApiOf(app, this.config.PUBLIC_URL));
  }

  @Get('openapi.json')
  @Foreign(open)
  @Operation({
    summary: 'Read this OpenAPI document',
    answer: { media: { 'application/json': Description } },
  })
  openapi(@Res() reply: FastifyReply): void {
    this.made ??= this.make?.() ?? '';
    void reply
      .headers({ 'content-type': 'application/json; charset=utf-8', 'cache-control': SHORT })
      .send(this.made);
  }

  @Get('docs')
  @Foreign(open)
  @Operation({
    summary: 'Read this document as a page',
    answer: { media: { 'text/html': Type.String() } },
  })
  docs(@Res() reply: FastifyReply): void {
    void reply.headers(this.pageHeaders).send(docsPage);
  }

  @Get('docs/assets/:name')
  @Foreign(open)
  @Operation({
    summary: 'Load an asset of that page',
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

const zipped = promisify(gzip);

/** The files that the page loads, by their names in swagger-ui-dist. */
const types = {
  'swagger-ui.css': 'text/css; charset=utf-8',
  'swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
  'favicon-32x32.png': 'image/png',
} as const;

type AssetName = keyof typeof types;
const assetNames = Object.keys(types) as AssetName[];

interface Asset {
  type: string;
  plain: Buffer;
  zipped: Buffer;
}

const loaded = new Map<AssetName, Promise<Asset>>();

/** A file of the page, read and compressed once. Null if the page has no such file. */
function assetCalled(name: string): Promise<Asset> | null {
  const file = assetNames.find((each) => each === name);
  if (file === undefined) return null;
  const asset = loaded.get(file) ?? load(file);
  loaded.set(file, asset);
  // A failed read may succeed the next time.
  asset.catch(() => loaded.delete(file));
  return asset;
}

async function load(name: AssetName): Promise<Asset> {
  const plain = await readFile(join(directory(), name));
  return { type: types[name], plain, zipped: await zipped(plain) };
}
