import { hash } from 'node:crypto';
import { parseAddress } from '@carillon/address';
import type { AppError, SignUpForm } from '@carillon/contracts';
import { hasLink } from '@carillon/content';
import { isLongerThan, unfitCharacters } from '@carillon/input';
import { Messenger } from '@carillon/messaging';
import { Controller, Get, HttpCode, Inject, Param, Post, Req, Res } from '@nestjs/common';
import { Type } from '@sinclair/typebox';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type GatewayConfig, gatewayConfig } from '../../config';
import type { BodyForm } from '../../http/body';
import { mintId } from '../../http/idempotency/minting';
import { existing } from '../../http/input/path-id';
import { languageFor } from '../../http/language';
import { type Page, renderPage, showPage } from '../../http/link-page';
import { statusOf } from '../../http/problems/problem';
import { Foreign, type ForeignRoute } from '../../http/routes';
import { Operation } from '../../openapi/operation';
import { Part } from '../../openapi/view';
import { ClientNetworks } from '../../security/client-networks';
import { FormStamps } from './form-stamps';
import { type Entries, MAX_ANSWER, confirmationPage, formPage, inputs } from './sign-up-pages';
import { SignUpLimits } from './sign-up-limits';
import { texts } from './texts';

const MAX_FORM = 16 * 1024;
const MAX_USER_AGENT = 300;
const RETRY_AFTER_S = 60;

const formType = /^application\/x-www-form-urlencoded *(?:;|$)/i;
const filledForm: BodyForm = {
  maxBytes: MAX_FORM,
  refuse: (type) => (type === undefined || formType.test(type) ? null : 'Send the form of the page'),
  parse: (bytes) => new URLSearchParams(bytes.toString('utf8')),
};

const route: ForeignRoute = {
  body: filledForm,
  answerError: (error: AppError, reply: FastifyReply) => {
    const own = texts[languageFor(reply.request.headers['accept-language'])];
    if (error.kind === 'unavailable') reply.header('retry-after', RETRY_AFTER_S);
    const missing = error.code === 'link_not_found' ? own.gone : own.missing;
    show(reply, statusOf(error.code), error.kind === 'not-found' ? missing : own.failed);
  },
};

const page = { media: { 'text/html': Type.String({ examples: ['<!doctype html>…'] }) } };
const FormBody = Part(
  { [inputs.email]: Type.Optional(Type.String({ examples: ['ann@example.com'] })) },
  { additionalProperties: Type.String() },
);
const body = { media: { 'application/x-www-form-urlencoded': FormBody } };

/** The pages on which people subscribe. They work without scripts. */
@Controller('subscribe')
export class SubscribeController {
  constructor(
    private readonly messenger: Messenger,
    private readonly stamps: FormStamps,
    private readonly limits: SignUpLimits,
    private readonly networks: ClientNetworks,
    @Inject(gatewayConfig.token) private readonly config: GatewayConfig,
  ) {}

  @Get('confirm/:token')
  @Operation({
    summary: 'Show what a confirmation link confirms',
    description: 'Changes nothing, so scanners and link previews can follow the link.',
    answer: page,
    page,
    errors: ['link_not_found'],
  })
  @Foreign(route)
  async showSignUpLink(@Param('token') token: string, @Res() reply: FastifyReply): Promise<void> {
    const link = await this.messenger.request('sign-up.read-link', { tokenHash: hash('sha256', token) });
    showPage(reply, 200, confirmationPage(link), originsOf(link.confirmedUrl));
  }

  @Post('confirm/:token')
  @HttpCode(200)
  @Operation({
    summary: 'Confirm a sign-up',
    description: 'Makes the person a member, once.',
    answer: page,
    page,
    statuses: { 200: 'A page', 303: 'Continues to the `confirmedUrl` of the form' },
    body,
    errors: ['link_not_found'],
  })
  @Foreign(route)
  async confirmSignUp(
    @Param('token') token: string,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const which = { tokenHash: hash('sha256', token), ...this.originOf(request) };
    const { language, confirmedUrl } = await this.messenger.request('sign-up.confirm', which);
    continueTo(reply, confirmedUrl, { language, ...texts[language].confirmed });
  }

  @Get(':formId')
  @Operation({
    summary: 'Show a sign-up form',
    answer: page,
    page,
    errors: ['sign_up_form_not_found'],
  })
  @Foreign(route)
  async showSignUpForm(
    @Param('formId', existing('sign_up_form')) id: string,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    this.showForm(reply, 200, await this.messenger.request('sign-up.show-form', { id }));
  }

  @Post(':formId')
  @HttpCode(200)
  @Operation({
    summary: 'Sign up with a form',
    description:
      'The response is the same for every address. An address that is not subscribed yet receives an email with a confirmation link. A form on another site leads to the page of the form first.',
    answer: page,
    page,
    statuses: { 200: 'A page', 303: 'Continues to the `requestedUrl` of the form' },
    body,
    errors: ['sign_up_form_not_found', 'validation_failed', 'rate_limited'],
  })
  @Foreign(route)
  async signUp(
    @Param('formId', existing('sign_up_form')) id: string,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const form = await this.messenger.request('sign-up.show-form', { id });
    const entries = request.body instanceof URLSearchParams ? request.body : new URLSearchParams();
    const own = texts[form.language];
    const done = (): void =>
      continueTo(reply, form.requestedUrl, { language: form.language, ...own.requested });
    if ((entries.get(inputs.trap) ?? '') !== '') {
      done();
      return;
    }
    if (!this.stamps.isPlausible(entries.get(inputs.stamp) ?? '', form)) {
      this.showForm(reply, 200, form, { entries, notice: own.again });
      return;
    }
    const filled = read(form, entries);
    if ('flaw' in filled) {
      this.showForm(reply, statusOf('validation_failed'), form, { entries, notice: filled.flaw });
      return;
    }
    if (!this.limits.take(this.networks.of(request.raw), id)) {
      reply.header('retry-after', RETRY_AFTER_S);
      show(reply, statusOf('rate_limited'), { language: form.language, ...own.tooMany });
      return;
    }
    const { isOutdated } = await this.messenger.request('sign-up.request', {
      ...{ id: mintId(), formId: id, ...filled, wordingVersion: form.wordingVersion },
      ...{ publicUrl: this.config.PUBLIC_URL, ...this.originOf(request) },
    });
    if (isOutdated) {
      const current = await this.messenger.request('sign-up.show-form', { id });
      this.showForm(reply, 200, current, { entries, notice: own.changed });
    } else done();
  }

  private showForm(
    reply: FastifyReply,
    status: number,
    form: SignUpForm,
    shown: { entries?: Entries; notice?: string } = {},
  ): void {
    showPage(reply, status, formPage(form, this.stamps.of(form), shown), originsOf(form.requestedUrl));
  }

  private originOf({ raw }: FastifyRequest): { ip: string | null; userAgent: string | null } {
    const ip = this.networks.addressOf(raw);
    const userAgent = raw.headers['user-agent']?.slice(0, MAX_USER_AGENT);
    return { ip: ip === '' ? null : ip, userAgent: userAgent ?? null };
  }
}

/** The address and the answers, or what is wrong with them. */
function read(
  { language, fields }: SignUpForm,
  entries: Entries,
): { address: string; answers: Record<string, string> } | { flaw: string } {
  const { email, flaws } = texts[language];
  const parsed = parseAddress('EMAIL', (entries.get(inputs.email) ?? '').trim());
  if (!parsed.ok) return { flaw: flaws.email(email) };
  const answers: Record<string, string> = {};
  for (const { attribute, label, required } of fields) {
    const answer = (entries.get(inputs.attribute + attribute) ?? '').trim();
    if (answer === '' && required) return { flaw: flaws.required(label) };
    if (isLongerThan(answer, MAX_ANSWER) || unfitCharacters(answer).length > 0 || hasLink(answer))
      return { flaw: flaws.unfit(label) };
    if (answer !== '') answers[attribute] = answer;
  }
  return { address: parsed.address, answers };
}

/** The origins to which the form of a page may redirect. */
function originsOf(url: string | null): string[] {
  const origin = url === null ? undefined : URL.parse(url)?.origin;
  return origin === undefined ? [] : [origin];
}

function continueTo(reply: FastifyReply, url: string | null, page: Page): void {
  if (url === null) show(reply, 200, page);
  else show(reply.header('location', url), 303, page);
}

function show(reply: FastifyReply, status: number, page: Page): void {
  showPage(reply, status, renderPage(page));
}
