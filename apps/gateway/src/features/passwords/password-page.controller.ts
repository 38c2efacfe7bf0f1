import { hash } from 'node:crypto';
import { AppError } from '@carillon/contracts';
import { Messenger } from '@carillon/messaging';
import { Controller, Get, HttpCode, Param, Post, Req, Res } from '@nestjs/common';
import { Type } from '@sinclair/typebox';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { BodyForm } from '../../http/body';
import { textRule } from '../../http/input/texts';
import { statusOf } from '../../http/problems/problem';
import { Foreign, type ForeignRoute } from '../../http/routes';
import { Operation } from '../../openapi/operation';
import { Part } from '../../openapi/view';
import { ClientNetworks } from '../../security/client-networks';
import { KnownDevices } from '../../security/known-devices';
import { showPage } from '../../http/link-page';
import { Credentials, newPasswordRule } from '../credentials';
import { textsFor, plainPage, formPage, needsName, needsPassword, Link } from './password-pages';
import { MAX_NAME } from './password.input';
import { useOf } from './passwords.controller';

const MAX_FORM = 8 * 1024;

const formType = /^application\/x-www-form-urlencoded *(?:;|$)/i;

const passwordForm: BodyForm = {
  maxBytes: MAX_FORM,
  refuse: (type) => (type === undefined || formType.test(type) ? null : 'Send the form of the page'),
  parse: (bytes) => new URLSearchParams(bytes.toString('utf8')),
};

const byLink: ForeignRoute = {
  body: passwordForm,
  answerError: (error: AppError, reply: FastifyReply) => {
    const texts = textsFor(reply.request);
    if (error.kind === 'unavailable') reply.header('retry-after', '60');
    showPage(
      reply,
      statusOf(error.code),
      plainPage(texts, error.code === 'link_not_found' ? 'gone' : 'failed', reply),
    );
  },
};

const FormBody = Part({ name: Type.Optional(Type.String()), password: Type.Optional(Type.String()) });
const page = { media: { 'text/html': Type.String({ examples: ['<!doctype html>…'] }) } };

/** The page behind the links in emails. Only its form changes data. */
@Controller('password/:token')
export class PasswordPageController {
  private readonly nameRule = textRule({ max: MAX_NAME });

  constructor(
    private readonly messenger: Messenger,
    private readonly credentials: Credentials,
    private readonly networks: ClientNetworks,
    private readonly devices: KnownDevices,
  ) {}

  @Get()
  @Operation({ summary: 'Show the form of an emailed link', answer: page, errors: ['link_not_found'] })
  @Foreign(byLink)
  async askForPassword(@Param('token') token: string, @Res() reply: FastifyReply): Promise<void> {
    showPage(reply, 200, formPage(textsFor(reply.request), await this.read(token)));
  }

  @Post()
  @HttpCode(200)
  @Operation({
    summary: 'Set a password through the form of an emailed link',
    answer: page,
    body: { media: { 'application/x-www-form-urlencoded': FormBody } },
    errors: ['link_not_found', 'validation_failed', 'rate_limited'],
  })
  @Foreign(byLink)
  async setPasswordByForm(
    @Param('token') token: string,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const { body, raw } = request;
    const texts = textsFor(reply.request);
    const link = await this.read(token);
    const form = body instanceof URLSearchParams ? body : new URLSearchParams();
    const fields = {
      ...(needsName(link) && { name: form.get('name') ?? '' }),
      ...(needsPassword(link) && { password: form.get('password') ?? '' }),
    };
    const flaws = [
      ...(fields.name === undefined ? [] : this.nameRule.issues(fields.name, {})),
      ...(fields.password === undefined ? [] : newPasswordRule.issues(fields.password, {})),
    ];
    const [flaw] = flaws;
    if (flaw) {
      showPage(
        reply,
        statusOf('validation_failed'),
        formPage(texts, link, texts.flaws[flaw.code] ?? flaw.detail),
      );
      return;
    }
    const network = this.networks.of(raw);
    this.credentials.countLink(network);
    await this.messenger.request('password.use-link', useOf(this.credentials, token, fields));
    this.credentials.forgive(link.email, network);
    this.devices.remember(request, reply, link.email);
    showPage(reply, 200, plainPage(texts, 'done', reply, link.email));
  }

  private read(token: string): Promise<Link> {
    return this.messenger.request('password.read-link', { tokenHash: hash('sha256', token) });
  }
}
