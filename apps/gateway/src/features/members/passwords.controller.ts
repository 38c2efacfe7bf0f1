import { hash } from 'node:crypto';
import { escapeHtml } from '@carillon/content';
import { AppError, type Payload } from '@carillon/contracts';
import { Messenger } from '@carillon/messaging';
import { Body, Controller, Get, HttpCode, Inject, Param, Post, Req, Res } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { Type } from '@sinclair/typebox';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type GatewayConfig, gatewayConfig } from '../../config';
import type { BodyForm } from '../../http/body';
import { IsAddressOf, canonical } from '../../http/input/channel';
import { Holds, OptionalNotNull, stringRule } from '../../http/input/rule';
import { IsText, textRule } from '../../http/input/texts';
import { statusOf } from '../../http/problems/problem';
import { Foreign, type ForeignRoute } from '../../http/routes';
import { Operation } from '../../openapi/operation';
import { Part, Text, View } from '../../openapi/view';
import { languageFor } from '../../http/language';
import { WithoutKey } from '../../security/caller';
import { ClientNetworks } from '../../security/client-networks';
import { KnownDevices } from '../../security/known-devices';
import { renderPage, showPage } from '../unsubscribe';
import { Credentials, IsNewPassword, newPasswordRule } from './credentials';

const MAX_NAME = 100;
const MAX_TOKEN = 200;
const MAX_FORM = 8 * 1024;

class ForgottenPassword {
  @IsAddressOf('EMAIL')
  readonly email!: string;
}

const tokenSchema = { minLength: 1, maxLength: MAX_TOKEN, examples: ['pV1c8y0m2Wq…'] };
const tokenRule = stringRule(tokenSchema, (text) =>
  text.length > 0 && text.length <= MAX_TOKEN
    ? []
    : [{ field: '', code: text === '' ? 'empty' : 'too_long', detail: 'This is not the token of a link' }],
);

class SetPassword {
  @ApiProperty({ description: 'The last part of the link in the email' })
  @Holds('isToken', tokenRule)
  readonly token!: string;

  @ApiProperty({
    description: 'Required for people who have not signed in before',
    examples: ['Ada Lovelace'],
  })
  @IsText({ max: MAX_NAME })
  @OptionalNotNull()
  readonly name?: string;

  @ApiProperty({
    description: 'Ignored if the person already has a sign-in when accepting an invitation',
    examples: ['correct horse battery'],
  })
  @IsNewPassword()
  @OptionalNotNull()
  readonly password?: string;
}

const AddressView = View('PasswordAddress', { email: Text('ada@example.com') });

/** Passwords that were forgotten, and links from mails. */
@Controller('api/v1/passwords')
export class PasswordsController {
  constructor(
    private readonly messenger: Messenger,
    private readonly credentials: Credentials,
    private readonly networks: ClientNetworks,
    private readonly devices: KnownDevices,
    @Inject(gatewayConfig.token) private readonly config: GatewayConfig,
  ) {}

  @Post('forgotten')
  @HttpCode(202)
  @WithoutKey()
  @Operation({
    summary: 'Request a link to reset a password',
    description:
      'Emails a link that works once, within one hour, if the address belongs to a sign-in. The response is the same for all addresses.',
    answer: AddressView,
    errors: ['rate_limited'],
  })
  async forgottenPassword(@Body() input: ForgottenPassword, @Req() { raw }: FastifyRequest) {
    const email = canonical('EMAIL', input.email);
    this.credentials.countMail(email, this.networks.of(raw));
    await this.messenger.request('password.forgotten', { email, publicUrl: this.config.PUBLIC_URL });
    return { data: { forgottenPassword: { email } } };
  }

  @Post()
  @HttpCode(200)
  @WithoutKey()
  @Operation({
    summary: 'Set a password with the link in an email',
    description:
      'Accepts an invitation, or replaces a forgotten password and ends all sessions of the person. Each link works once.',
    answer: AddressView,
    errors: ['link_not_found', 'rate_limited'],
  })
  async setPassword(
    @Body() { token, ...given }: SetPassword,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const network = this.networks.of(request.raw);
    this.credentials.countLink(network);
    const used = await this.messenger.request('password.use-link', useOf(this.credentials, token, given));
    this.credentials.forgive(used.email, network);
    this.devices.remember(request, reply, used.email);
    return { data: { setPassword: { email: used.email } } };
  }
}

function useOf(
  credentials: Credentials,
  token: string,
  { name, password }: { name?: string | undefined; password?: string | undefined },
): Payload<'password.use-link'> {
  const tokenHash = hash('sha256', token);
  const sealed = password === undefined ? null : credentials.seal(password, `link:${tokenHash}:password`);
  return { tokenHash, name: name ?? null, password: sealed };
}

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

/** The page behind links in emails, for people without another client. Only its form changes something. */
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
  @Operation({ summary: 'Show the form of a link from an email', answer: page, errors: ['link_not_found'] })
  @Foreign(byLink)
  async askForPassword(@Param('token') token: string, @Res() reply: FastifyReply): Promise<void> {
    showPage(reply, 200, formPage(textsFor(reply.request), await this.read(token)));
  }

  @Post()
  @HttpCode(200)
  @Operation({
    summary: 'Set a password with the form of that page',
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
    const asked = await this.read(token);
    const form = body instanceof URLSearchParams ? body : new URLSearchParams();
    const given = {
      ...(needsName(asked) && { name: form.get('name') ?? '' }),
      ...(needsPassword(asked) && { password: form.get('password') ?? '' }),
    };
    const flaws = [
      ...(given.name === undefined ? [] : this.nameRule.issues(given.name, {})),
      ...(given.password === undefined ? [] : newPasswordRule.issues(given.password, {})),
    ];
    const [flaw] = flaws;
    if (flaw) {
      showPage(
        reply,
        statusOf('validation_failed'),
        formPage(texts, asked, texts.flaws[flaw.code] ?? flaw.detail),
      );
      return;
    }
    const network = this.networks.of(raw);
    this.credentials.countLink(network);
    await this.messenger.request('password.use-link', useOf(this.credentials, token, given));
    this.credentials.forgive(asked.email, network);
    this.devices.remember(request, reply, asked.email);
    showPage(reply, 200, plainPage(texts, 'done', reply, asked.email));
  }

  private read(token: string): Promise<Link> {
    return this.messenger.request('password.read-link', { tokenHash: hash('sha256', token) });
  }
}

interface Link {
  email: string;
  accountName: string | null;
  isNew: boolean;
}

const needsName = ({ isNew }: Link): boolean => isNew;
const needsPassword = ({ isNew, accountName }: Link): boolean => isNew || accountName === null;

function plainPage(
  texts: LinkTexts,
  which: 'done' | 'gone' | 'failed',
  reply: FastifyReply,
  email?: string,
): string {
  const form = signInLink(texts, reply, email);
  return renderPage({
    title: 'Carillon',
    language: texts.language,
    ...texts[which],
    ...(form !== null && { form }),
  });
}

/** The page links to the console's sign-in, if there is a console; null: there is none. */
function signInLink({ signIn }: LinkTexts, { server }: FastifyReply, email?: string): string | null {
  if (!server.hasRoute({ method: 'GET', url: '/console' })) return null;
  const fragment = email === undefined ? '' : `#${new URLSearchParams({ email }).toString()}`;
  return `<p><a class="button" href="${escapeHtml(`/console/campaigns${fragment}`)}">${signIn}</a></p>`;
}

function formPage(texts: LinkTexts, link: Link, flaw?: string): string {
  const { email, accountName } = link;
  const fields = [
    ...(needsName(link)
      ? [
          `<p><label>${texts.name}<br><input name="name" autocomplete="name" required maxlength="100"></label></p>`,
        ]
      : []),
    ...(needsPassword(link)
      ? [
          `<p><label>${texts.password}<br><input name="password" type="password" autocomplete="new-password" required minlength="12" maxlength="128"></label></p>`,
        ]
      : []),
  ];
  return renderPage({
    title: 'Carillon',
    language: texts.language,
    heading: accountName === null ? texts.choose : texts.join(accountName),
    paragraphs: [texts.forWhom(email), ...(flaw === undefined ? [] : [flaw])],
    form: `<form method="post">\n${fields.join('\n')}\n<button>${accountName === null ? texts.set : texts.accept}</button>\n</form>`,
  });
}

interface OutcomeText {
  heading: string;
  paragraphs: readonly string[];
}

/** The texts of the page behind an emailed link. */
interface LinkTexts {
  language: string;
  choose: string;
  join: (account: string) => string;
  forWhom: (email: string) => string;
  name: string;
  password: string;
  set: string;
  accept: string;
  signIn: string;
  done: OutcomeText;
  gone: OutcomeText;
  failed: OutcomeText;
  /** The text of a field error, by code. */
  flaws: Readonly<Partial<Record<string, string>>>;
}

const en: LinkTexts = {
  language: 'en',
  choose: 'Set a new password',
  join: (account) => `Join ${account}`,
  forWhom: (email) => `For ${email}`,
  name: 'Your name',
  password: 'Password, at least 12 characters',
  set: 'Set password',
  accept: 'Join',
  signIn: 'Sign in',
  done: { heading: 'Done', paragraphs: ['You can now sign in with your email address and password.'] },
  gone: {
    heading: 'This link no longer works',
    paragraphs: ['The link was already used or has expired. Request another one.'],
  },
  failed: { heading: 'Something went wrong', paragraphs: ['Go back and try again in a minute.'] },
  flaws: {},
};

const de: LinkTexts = {
  language: 'de',
  choose: 'Neues Passwort festlegen',
  join: (account) => `${account} beitreten`,
  forWhom: (email) => `Für ${email}`,
  name: 'Ihr Name',
  password: 'Passwort, mindestens 12 Zeichen',
  set: 'Passwort festlegen',
  accept: 'Beitreten',
  signIn: 'Anmelden',
  done: {
    heading: 'Fertig',
    paragraphs: ['Sie können sich jetzt mit Ihrer E-Mail-Adresse und Ihrem Passwort anmelden.'],
  },
  gone: {
    heading: 'Dieser Link ist nicht mehr gültig',
    paragraphs: ['Der Link wurde bereits verwendet oder ist abgelaufen. Fordern Sie einen neuen an.'],
  },
  failed: {
    heading: 'Etwas ist schiefgelaufen',
    paragraphs: ['Gehen Sie zurück und versuchen Sie es in einer Minute erneut.'],
  },
  flaws: {
    empty: 'Füllen Sie alle Felder aus.',
    too_short: 'Das Passwort muss mindestens 12 Zeichen haben.',
    too_long: 'Der Text ist zu lang.',
  },
};

/** In the language that the reader's browser prefers. */
function textsFor({ headers }: Pick<FastifyRequest, 'headers'>): LinkTexts {
  return languageFor(headers['accept-language']) === 'de' ? de : en;
}
