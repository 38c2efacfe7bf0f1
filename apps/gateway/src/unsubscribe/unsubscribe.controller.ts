import type { AppError } from '@carillon/contracts';
import { Controller, Get, HttpCode, Param, Post, Res } from '@nestjs/common';
import { Type } from '@sinclair/typebox';
import type { FastifyReply } from 'fastify';
import { Operation } from '../openapi/operation';
import { ignoredBody } from '../http/body-form';
import { Foreign, type ForeignRoute } from '../http/foreign-route';
import { statusOf } from '../problems/problem';
import { pages, showPage } from './pages';
import { Unsubscribe } from './unsubscribe';

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
    summary: 'Show the page that asks',
    description: 'Nothing changes, whoever follows the link: people, scanners, previews.',
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
    description:
      'Ends the emails to the address of the link (RFC 8058). It may be repeated, and holds for ever.',
    answer: page,
    body: { media: { 'application/x-www-form-urlencoded': OneClick } },
  })
  @Foreign(byLink)
  async unsubscribe(@Param('token') token: string, @Res() reply: FastifyReply): Promise<void> {
    await this.unsubscribing.execute(token);
    showPage(reply, 200, pages.done);
  }
}
