import type { AppError, Unsubscribed } from '@carillon/contracts';
import { Messenger } from '@carillon/messaging';
import { Clock, Logger, parseSecret } from '@carillon/platform';
import { UnsubscribeTokens, parseKeyRing } from '@carillon/vault';
import { Controller, Get, HttpCode, Inject, Injectable, Param, Post, Res } from '@nestjs/common';
import { Type } from '@sinclair/typebox';
import type { FastifyReply } from 'fastify';
import { type GatewayConfig, gatewayConfig } from '../../config';
import { ignoredBody } from '../../http/body';
import { Foreign, type ForeignRoute } from '../../http/routes';
import { Operation } from '../../openapi/operation';
import { statusOf } from '../../http/problems/problem';
import { pages, showPage } from './pages';

/** How long the person, or the mail program, is kept waiting for what can as well be done later. */
const WAIT_MS = 2_000;

/** Ends all email of a user to the address that a link was sent to. */
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
   * Resolves when it is done, or the broker keeps it safe until it can be done; for a token that nobody made, at once.
   * @throws AppError service_unavailable if the broker is away
   */
  async execute(token: string): Promise<void> {
    const unsubscription = this.tokens.read(token);
    if (!unsubscription) return;
    await this.pass({ ...unsubscription, at: this.clock.now().toISOString() });
  }

  private async pass(unsubscribed: Unsubscribed): Promise<void> {
    try {
      await this.messenger.request('suppression.unsubscribe', unsubscribed, { timeoutMs: WAIT_MS });
    } catch (error) {
      this.log.warn({ err: error }, 'an unsubscription waits for the subscriber service');
      await this.messenger.publish('address.unsubscribed', unsubscribed);
    }
  }
}

/** How long people and mail providers should wait before they try again (seconds). */
const RETRY_AFTER_S = 60;

const page = { media: { 'text/html': Type.String({ examples: ['<!doctype html>…'] }) } };
/** What mail programs send; nobody looks at it. */
const OneClick = Type.Object({ 'List-Unsubscribe': Type.Optional(Type.String({ examples: ['One-Click'] })) });

const byLink: ForeignRoute = {
  body: ignoredBody,
  answerError: (error: AppError, reply: FastifyReply) => {
    if (error.kind === 'unavailable') reply.header('retry-after', RETRY_AFTER_S);
    showPage(reply, statusOf(error.code), pages.failed);
  },
};

/** Where the links in mails lead. Programs that follow links only ever GET; it takes a POST to unsubscribe (RFC 8058 §3.2). */
@Controller('u/:token')
export class UnsubscribeController {
  constructor(private readonly unsubscribing: Unsubscribe) {}

  @Get()
  @Operation({
    summary: 'Show the confirmation page',
    description: 'Changes nothing, so that scanners and link previews may follow the link.',
    answer: page,
  })
  @Foreign(byLink)
  askToUnsubscribe(@Res() reply: FastifyReply): void {
    showPage(reply, 200, pages.ask);
  }

  @Post()
  @HttpCode(200)
  @Operation({
    summary: 'Unsubscribe',
    description: 'Stops emails to the address of the link for good (RFC 8058). It may be repeated.',
    answer: page,
    body: { media: { 'application/x-www-form-urlencoded': OneClick } },
  })
  @Foreign(byLink)
  async unsubscribe(@Param('token') token: string, @Res() reply: FastifyReply): Promise<void> {
    await this.unsubscribing.execute(token);
    showPage(reply, 200, pages.done);
  }
}
