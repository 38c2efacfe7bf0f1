import type { AppError } from '@carillon/contracts';
import { Messenger } from '@carillon/messaging';
import { Clock, cacheTimes, parseSecret } from '@carillon/platform';
import { LinkTokens, type NamedLink, parseKeyRing } from '@carillon/vault';
import { Controller, Get, HttpCode, Inject, Injectable, Param, Req, Res } from '@nestjs/common';
import { Type } from '@sinclair/typebox';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { type GatewayConfig, gatewayConfig } from '../../config';
import { ignoredBody } from '../../http/body';
import { statusOf } from '../../http/problems/problem';
import { pixelToken, sendPixel, uncachedHeaders } from '../../http/pixel';
import { Foreign, type ForeignRoute } from '../../http/routes';
import { Operation, type OperationNotes } from '../../openapi/operation';
import { ClientNetworks } from '../../security/client-networks';
import { renderPage, showPage } from '../../http/link-page';
import { Clicks } from '../conversions';
import { CountVisits } from './count-visits';
import { type Visitor, visitorOf } from '../../http/visitor';

/**
 * How long the links of a campaign are cached without checking that the campaign still exists, and how long the gateway
 * waits before it again requests a campaign that is missing or got no response (milliseconds).
 */
const KEPT_MS = { found: 600_000, gone: 30_000 };
/** The number of campaigns whose links are cached, and the total number of characters: about 64 MB. */
const MOST_CAMPAIGNS = 10_000;
const MOST_CHARACTERS = 32_000_000;

/** The targets of a campaign's links, by number. `conversions`: whether clicks carry a token to their target. */
interface CampaignTargets {
  urls: readonly string[];
  conversions: boolean;
}

interface Target {
  url: string;
  conversions: boolean;
}

/** Resolves tokens, and the targets of the links of campaigns. Reads the targets of each campaign once. */
@Injectable()
export class MailLinks {
  private readonly targets: LRUCache<string, CampaignTargets>;
  private readonly reading = new Map<string, Promise<CampaignTargets>>();
  private readonly tokens: LinkTokens;

  constructor(
    private readonly messenger: Messenger,
    @Inject(gatewayConfig.token) config: GatewayConfig,
    private readonly clock: Clock,
  ) {
    this.targets = new LRUCache<string, CampaignTargets>({
      max: MOST_CAMPAIGNS,
      maxSize: MOST_CHARACTERS,
      sizeCalculation: ({ urls }) => urls.reduce((sum, { length }) => sum + length, 1),
      ...cacheTimes(clock, KEPT_MS.found),
      // Outdated entries stay in use while the service doesn't respond.
      noDeleteOnStaleGet: true,
    });
    this.tokens = new LinkTokens(parseSecret('LINK_KEYS', config.LINK_KEYS, parseKeyRing));
  }

  /** Null: this installation did not create the token. */
  read(token: string): NamedLink | null {
    // Email clients fold links, and include trailing punctuation in them.
    return this.tokens.read(token.replace(/=\s+|\s+|[^\w-]+$/g, ''));
  }

  /**
   * Returns undefined if the link doesn't exist, or if its campaign was deleted. @throws AppError service_unavailable
   */
  async targetOf(campaignId: string, link: number): Promise<Target | undefined> {
    const { urls, conversions } = this.targets.get(campaignId) ?? (await this.lookUp(campaignId));
    const url = urls[link];
    return url === undefined ? undefined : { url, conversions };
  }

  private lookUp(campaignId: string): Promise<CampaignTargets> {
    const reading = this.reading.get(campaignId) ?? this.ask(campaignId);
    this.reading.set(campaignId, reading);
    return reading;
  }

  private async ask(campaignId: string): Promise<CampaignTargets> {
    try {
      const { targets, conversions = false } = await this.messenger.request('dispatch.link-targets', {
        campaignId,
      });
      // The URL as a header value: without line breaks and non-ASCII characters.
      const found = { urls: (targets ?? []).map((url) => new URL(url).href), conversions };
      this.keep(campaignId, found, targets ? KEPT_MS.found : KEPT_MS.gone);
      return found;
    } catch (error) {
      const stale = this.targets.get(campaignId, { allowStale: true });
      if (!stale) throw error;
      this.keep(campaignId, stale, KEPT_MS.gone);
      return stale;
    } finally {
      this.reading.delete(campaignId);
    }
  }

  private keep(campaignId: string, targets: CampaignTargets, forMs: number): void {
    this.targets.set(campaignId, targets, { ttl: cacheTimes(this.clock, forMs).ttl });
  }
}

const unknown = renderPage({
  title: 'Link not found',
  heading: 'Link not found',
  paragraphs: [
    'The link is incomplete, or its target was deleted. If the link is from an email, open it in the email again.',
  ],
});
const failed = renderPage({
  title: 'Temporarily unavailable',
  heading: 'The link cannot be opened',
  paragraphs: ['We could not look up the target of this link. Try again in a minute.'],
});
const RETRY_AFTER_S = 60;

const inMails: ForeignRoute = {
  body: ignoredBody,
  answerError: (error: AppError, reply: FastifyReply) => {
    if (error.kind === 'unavailable') reply.header('retry-after', RETRY_AFTER_S);
    showPage(reply, statusOf(error.code), failed);
  },
};

const page = { media: { 'text/html': Type.String({ examples: ['<!doctype html>…'] }) } };
const noSuchLink: Pick<OperationNotes, 'page' | 'errors'> = { page, errors: ['route_not_found'] };

/** Serves the links and the pixel that the email worker (counted-links.ts) writes into emails. */
@Controller()
export class LinksController {
  constructor(
    private readonly links: MailLinks,
    private readonly visits: CountVisits,
    private readonly clicks: Clicks,
    private readonly networks: ClientNetworks,
    private readonly clock: Clock,
  ) {}

  @Get('c/:token')
  @HttpCode(302)
  @Operation({
    summary: 'Follow a link of an email',
    description:
      'Counts the click and redirects to the original link. Links that this service did not create are not redirected.',
    answer: null,
    statuses: { 302: 'Redirects to `Location`' },
    ...noSuchLink,
  })
  @Foreign(inMails)
  async followLink(
    @Param('token') token: string,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const visit = this.links.read(token);
    const target = visit?.link == null ? undefined : await this.links.targetOf(visit.campaignId, visit.link);
    if (!visit || target === undefined) {
      showPage(reply, 404, unknown);
      return;
    }
    const visitor = this.note(visit, request);
    void reply
      .code(302)
      .headers(uncachedHeaders)
      .header('location', this.locationOf(target, visit, visitor))
      .send();
  }

  @Get('o/:picture')
  @Operation({
    summary: 'Load the tracking pixel of an email',
    description:
      'Counts that the email was opened. Returns a transparent pixel. Also responds for deleted campaigns, so that old emails show no broken image. In this case, nothing is counted.',
    answer: { media: { 'image/gif': Type.String({ format: 'binary' }) } },
    ...noSuchLink,
  })
  @Foreign(inMails)
  loadPicture(
    @Param('picture') picture: string,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): void {
    const token = pixelToken(picture);
    const visit = token === null ? null : this.links.read(token);
    if (visit?.link !== null) {
      showPage(reply, 404, unknown);
      return;
    }
    this.note(visit, request);
    sendPixel(reply);
  }

  /** The target, with the token of the click if the campaign counts conversions. */
  private locationOf(
    { url, conversions }: Target,
    { campaignId, deliveryId }: NamedLink,
    visitor: Visitor,
  ): string {
    if (!conversions) return url;
    const at = this.clock.now();
    return this.clicks.mark(url, { campaignId, deliveryId: visitor === 'private' ? null : deliveryId, at });
  }

  private note(visit: NamedLink, { method, raw }: FastifyRequest): Visitor {
    const visitor = visitorOf(method, raw.headers);
    this.visits.note(visit, visitor, this.networks.of(raw), raw.headers['user-agent']);
    return visitor;
  }
}
