import { AppError, type Unsubscribed } from '@carillon/contracts';
import { Messenger } from '@carillon/messaging';
import { Clock, Logger, parseSecret } from '@carillon/platform';
import { UnsubscribeTokens, parseKeyRing, topicOfToken } from '@carillon/vault';
import { Body, Controller, Get, HttpCode, Inject, Injectable, Param, Post, Req, Res } from '@nestjs/common';
import { Type } from '@sinclair/typebox';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type GatewayConfig, gatewayConfig } from '../../config';
import type { BodyForm } from '../../http/body';
import { Foreign, type ForeignRoute } from '../../http/routes';
import { Operation } from '../../openapi/operation';
import { statusOf } from '../../http/problems/problem';
import { ClientNetworks } from '../../security/client-networks';
import { showPage, showStyledPage } from '../../http/link-page';
import { pagesFor } from './pages';
import { type SavedForm, preferenceForm } from './preferences/choice';
import { LinkPreferences, type LinkedPerson } from './preferences/preferences';
import { type LinkRequest, SendLink } from './send-link';

/** The maximum time that a person or an email client waits for work that can also be done later. */
const WAIT_MS = 2_000;

/** Ends email of a user to the address to which the link was sent: all, or about a topic. */
@Injectable()
export class Unsubscribe {
  private readonly tokens: UnsubscribeTokens;

  constructor(
    private readonly messenger: Messenger,
    private readonly clock: Clock,
    private readonly log: Logger,
    @Inject(gatewayConfig.token) config: GatewayConfig,
  ) {
    this.tokens = new UnsubscribeTokens(parseSecret('LINK_KEYS', config.LINK_KEYS, parseKeyRing));
  }

  /**
   * Resolves when the address is unsubscribed, or when the broker has stored the request.
   * @throws AppError service_unavailable if the broker is unavailable
   */
  async unsubscribe(person: LinkedPerson): Promise<void> {
    await this.pass({ ...person, at: this.clock.now().toISOString() });
  }

  /**
   * The person to whom a link was sent, after repairing common damage by email clients. Null: the token is damaged, or
   * its key was removed.
   */
  personOf(token: string): LinkedPerson | null {
    const person = this.tokens.read(token);
    const topicId = topicOfToken(token);
    return person && { ...person, ...(topicId !== undefined && { topicId }) };
  }

  private async pass(unsubscribed: Unsubscribed): Promise<void> {
    try {
      await this.messenger.request('suppression.unsubscribe', unsubscribed, { timeoutMs: WAIT_MS });
    } catch (error) {
      this.log.warn({ err: error }, 'an unsubscribe request waits for the subscriber service');
      await this.messenger.publish('address.unsubscribed', unsubscribed);
    }
  }
}

/** How long people and mail providers should wait before they try again (seconds). */
const RETRY_AFTER_S = 60;

const page = { media: { 'text/html': Type.String({ examples: ['<!doctype html>…'] }) } };
/** The value that email clients send. It is ignored. */
const OneClick = Type.Object({ 'List-Unsubscribe': Type.Optional(Type.String({ examples: ['One-Click'] })) });

const byLink: ForeignRoute = {
  body: preferenceForm,
  answerError: (error: AppError, reply: FastifyReply) => {
    if (error.kind === 'unavailable') reply.header('retry-after', RETRY_AFTER_S);
    showPage(reply, statusOf(error.code), pagesFor(reply.request).failed);
  },
};

/** A small form or no body. */
const addressForm: BodyForm = {
  maxBytes: 4 * 1024,
  refuse: (contentType) =>
    contentType !== undefined && /^application\/x-www-form-urlencoded *(?:;|$)/i.test(contentType)
      ? null
      : 'Send application/x-www-form-urlencoded',
  parse: (bytes) => {
    const fields = new URLSearchParams(bytes.toString('utf8'));
    return { link: fields.get('link') ?? '', address: fields.get('address') ?? '' };
  },
};
const TypedAddress = Type.Object({
  link: Type.String({ examples: ['0cjbrgrzvjb5'], description: 'The remaining part of the link' }),
  address: Type.String({ examples: ['ann@example.com'] }),
});

/** The token of preview links, which belongs to no recipient. */
const PREVIEW_TOKEN = 'preview';
/** The link doesn't identify a recipient. Responds with not found, and changes nothing. */
const DAMAGED = 404;

/**
 * The target of links in emails. Programs that follow links send only GET, but unsubscribing requires POST (RFC 8058
 * §3.2).
 */
@Controller('u')
export class UnsubscribeController {
  constructor(
    private readonly unsubscribing: Unsubscribe,
    private readonly preferences: LinkPreferences,
    private readonly sendLink: SendLink,
    private readonly networks: ClientNetworks,
  ) {}

  @Get(':token')
  @Operation({
    summary: 'Show the preference page',
    description:
      'Shows a button to unsubscribe, and the topics, channels, pause, and language that the person can choose. Changes nothing, so scanners and link previews can follow the link. A damaged link is repaired if possible. Otherwise, the page explains that the link is incomplete and offers a new link by email. The language of the page is the language of the person, then the `?lang=` parameter of the link, then `Accept-Language`, then English.',
    answer: page,
    page,
    errors: ['route_not_found'],
  })
  @Foreign(byLink)
  async askToUnsubscribe(@Param('token') token: string, @Res() reply: FastifyReply): Promise<void> {
    const person = this.unsubscribing.personOf(token);
    if (!person) {
      this.showWithoutOwner(token, reply);
      return;
    }
    const page = await this.preferences.page(reply.request, person);
    if (page) showStyledPage(reply, 200, page);
    else showPage(reply, 200, pagesFor(reply.request).ask);
  }

  @Post(':token')
  @HttpCode(200)
  @Operation({
    summary: 'Unsubscribe, or save preferences',
    description:
      "Stops emails to the address of the link (RFC 8058): about the topic of the link, or all. The form of the preference page saves what the person chose instead. Requests can be repeated. If the link is damaged and can't be repaired, nothing changes, and the page explains it.",
    answer: page,
    page,
    errors: ['route_not_found'],
    body: { media: { 'application/x-www-form-urlencoded': OneClick } },
  })
  @Foreign(byLink)
  async unsubscribe(
    @Param('token') token: string,
    @Body() form: SavedForm | undefined,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const person = this.unsubscribing.personOf(token);
    if (!person) {
      this.showWithoutOwner(token, reply);
      return;
    }
    if (form) {
      const page = await this.preferences.save(reply.request, person, form);
      if (!page) reply.header('retry-after', RETRY_AFTER_S);
      showStyledPage(reply, page ? 200 : 503, page ?? this.preferences.failed(reply.request));
      return;
    }
    await this.unsubscribing.unsubscribe(person);
    if (person.topicId === undefined) showPage(reply, 200, pagesFor(reply.request).done);
    else showStyledPage(reply, 200, await this.preferences.left(reply.request, person));
  }

  @Post()
  @HttpCode(200)
  @Operation({
    summary: 'Request a new unsubscribe link',
    description:
      'For people whose link is damaged. The response is the same for every address. Only an address that is subscribed to the sender of the link receives an email with a working link.',
    answer: page,
    page,
    errors: ['rate_limited', 'route_not_found'],
    body: { media: { 'application/x-www-form-urlencoded': TypedAddress } },
  })
  @Foreign({ ...byLink, body: addressForm })
  sendNewLink(
    @Body() request: LinkRequest | undefined,
    @Req() { raw }: FastifyRequest,
    @Res() reply: FastifyReply,
  ): void {
    const { link = '', address = '' } = request ?? {};
    switch (this.sendLink.take({ link, address }, this.networks.of(raw))) {
      case 'taken':
        showPage(reply, 200, pagesFor(reply.request).requested);
        return;
      case 'limited':
        showPage(reply, 429, pagesFor(reply.request).tooMany);
        return;
      case 'no_address':
        showPage(
          reply,
          200,
          pagesFor(reply.request).incomplete(this.sendLink.partOf(link), { hasNoAddress: true }),
        );
        return;
      default:
        showPage(reply, DAMAGED, pagesFor(reply.request).incomplete(null));
    }
  }

  private showWithoutOwner(token: string, reply: FastifyReply): void {
    const pages = pagesFor(reply.request);
    if (token === PREVIEW_TOKEN) showPage(reply, 200, pages.preview);
    else showPage(reply, DAMAGED, pages.incomplete(this.sendLink.partOf(token)));
  }
}
