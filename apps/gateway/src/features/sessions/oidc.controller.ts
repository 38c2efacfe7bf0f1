import { randomBytes } from 'node:crypto';
import { type AppError, type OidcRefusal, newId } from '@carillon/contracts';
import { Messenger } from '@carillon/messaging';
import { Clock } from '@carillon/platform';
import { Controller, Get, Inject, Req, Res } from '@nestjs/common';
import { ApiQuery } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type GatewayConfig, gatewayConfig } from '../../config';
import { ignoredBody } from '../../http/body';
import { Foreign, type ForeignRoute } from '../../http/routes';
import { Operation } from '../../openapi/operation';
import { OrNull } from '../../openapi/view';
import { WithoutKey } from '../../security/caller';
import { ClientNetworks } from '../../security/client-networks';
import { SessionToken, readCookie, setCookie } from '../../security/session-token';
import { Credentials } from '../credentials';
import { ProviderView, provider } from './sign-in-provider.presenter';

const SECRET_BYTES = 32;
/** The time limit for a person at the provider (seconds). */
const LEFT_FOR_S = 600;
/** The cookie between the redirect and the return. It contains a secret and, if requested, the account. */
const COOKIE = 'carillon-sign-in';
const cookieForm = /^([A-Za-z0-9_-]{43})(?:\.([0-9a-f]{24}))?$/;
const idForm = /^[0-9a-f]{24}$/;
const MAX_ANSWER = 4_096;
const MAX_AGENT = 200;
/** How long the provider is cached (milliseconds), because anyone can request it. */
const KNOWN_MS = 60_000;

/** The result of a sign-in through a provider, which the console displays. */
type Outcome = 'done' | OidcRefusal | 'limited' | 'unavailable';

/** The provider's response doesn't sign in a person. */
class SignInRefused extends Error {
  constructor(readonly outcome: OidcRefusal) {
    super(outcome);
  }
}

/** Browsers follow these routes, so every response is a redirect. */
const byBrowser: ForeignRoute = {
  body: ignoredBody,
  answerError: ({ kind }: AppError, reply: FastifyReply) => {
    const outcomes: Partial<Record<AppError['kind'], Outcome>> = {
      limited: 'limited',
      unavailable: 'unavailable',
    };
    leadToConsole(reply, outcomes[kind] ?? 'failed');
  },
};

/**
 * Sign-in through an OpenID Connect provider. The account service checks the provider's response, because the gateway
 * can't.
 */
@Controller('api/v1/sessions')
export class OidcController {
  private readonly isSecure: boolean;
  private readonly redirectUri: string;
  private cached: { name: string | null; until: number } | null = null;

  constructor(
    private readonly messenger: Messenger,
    private readonly credentials: Credentials,
    private readonly networks: ClientNetworks,
    private readonly clock: Clock,
    @Inject(gatewayConfig.token) private readonly config: GatewayConfig,
  ) {
    this.isSecure = config.PUBLIC_URL.startsWith('https:');
    this.redirectUri = `${config.PUBLIC_URL}/api/v1/sessions/oidc/callback`;
  }

  @Get('provider')
  @WithoutKey()
  @Operation({
    summary: 'Read the sign-in provider',
    description: 'Returns the OpenID Connect provider that the operator configured; null if there is none.',
    answer: OrNull(ProviderView, { examples: [provider] }),
  })
  async signInProvider() {
    const name = await this.name();
    const startUrl = `${this.config.PUBLIC_URL}/api/v1/sessions/oidc/start`;
    return { data: { signInProvider: name === null ? null : { name, startUrl } } };
  }

  @Get('oidc/start')
  @ApiQuery({
    ...{ name: 'account', required: false, schema: { type: 'string' } },
    description:
      'The ID of an account. Absent: the account that the person has belonged to for the longest time',
  })
  @Operation({
    summary: 'Start a sign-in through the provider',
    description:
      'For browsers: redirects to the provider, or to the console if the provider is unavailable. A link on another site redirects only to the console.',
    answer: null,
    statuses: { 302: 'To the provider, or to `/console?sign-in=…`' },
    isRedirect: true,
  })
  @Foreign(byBrowser)
  async startOidc(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    // Other sites must not be able to replace a person's session with a sign-in.
    if (!['same-origin', 'none', undefined].includes(request.headers['sec-fetch-site'])) {
      void reply.redirect('/console', 302);
      return;
    }
    const { account } = request.query as { account?: unknown };
    if (account !== undefined && !(typeof account === 'string' && idForm.test(account))) {
      leadToConsole(reply, 'failed');
      return;
    }
    this.credentials.countLeaving(this.networks.of(request.raw));
    const [id, secret] = [newId(), randomBytes(SECRET_BYTES).toString('base64url')];
    const { url } = await this.messenger.request('session.begin-oidc', {
      ...{ id, redirectUri: this.redirectUri },
      secret: this.credentials.seal(secret, `oidc:${id}:secret`),
    });
    const value = account === undefined ? secret : `${secret}.${account}`;
    setCookie(reply, COOKIE, value, { isSecure: this.isSecure, maxAgeS: LEFT_FOR_S });
    void reply.header('referrer-policy', 'no-referrer').redirect(url, 302);
  }

  @Get('oidc/callback')
  @ApiQuery({ name: 'code', required: false, schema: { type: 'string' } })
  @ApiQuery({ name: 'state', required: false, schema: { type: 'string' } })
  @ApiQuery({ name: 'iss', required: false, schema: { type: 'string' } })
  @ApiQuery({ name: 'error', required: false, schema: { type: 'string' } })
  @Operation({
    summary: 'Return from the provider',
    description:
      'For browsers: starts a session as `POST /sessions` does, in the browser that started the sign-in, and redirects to the console.',
    answer: null,
    statuses: { 302: 'To `/console?sign-in=…`' },
    isRedirect: true,
  })
  @Foreign(byBrowser)
  async finishOidc(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const { isSecure } = this;
    const [, secret, account = null] = cookieForm.exec(readCookie(request, COOKIE, isSecure) ?? '') ?? [];
    setCookie(reply, COOKIE, '', { isSecure, maxAgeS: 0 });
    const { search } = new URL(request.raw.url ?? '', 'http://gateway');
    if (secret === undefined || search.length > MAX_ANSWER) {
      leadToConsole(reply, secret === undefined ? 'expired' : 'failed');
      return;
    }
    const [id, token] = [newId(), SessionToken.mint()];
    const { 'user-agent': userAgent } = request.headers;
    const outcome = await this.credentials
      .attemptByProvider(this.networks.of(request.raw), async (): Promise<Outcome> => {
        const { session, refused } = await this.messenger.request('session.create-by-oidc', {
          ...{ id, tokenHash: token.hash, redirectUri: this.redirectUri, userId: account },
          secret: this.credentials.seal(secret, `oidc:${id}:secret`),
          answer: this.credentials.seal(search, `oidc:${id}:answer`),
          userAgent: userAgent?.slice(0, MAX_AGENT) ?? null,
          endsHash: SessionToken.of(request, isSecure)?.hash ?? null,
        });
        if (!session) throw new SignInRefused(refused ?? 'failed');
        return 'done';
      })
      .catch((error: unknown) => {
        if (error instanceof SignInRefused) return error.outcome;
        throw error;
      });
    if (outcome === 'done') token.setCookie(reply, isSecure);
    leadToConsole(reply, outcome);
  }

  private async name(): Promise<string | null> {
    const now = this.clock.now().getTime();
    if (this.cached && now < this.cached.until) return this.cached.name;
    const { name } = await this.messenger.request('session.provider', {});
    this.cached = { name, until: now + KNOWN_MS };
    return name;
  }
}

/** Redirects to a fixed location, without the provider's response. */
function leadToConsole(reply: FastifyReply, outcome: Outcome): void {
  const parameters = { 'sign-in': outcome, ...(outcome !== 'done' && { request: reply.request.id }) };
  const query = new URLSearchParams(parameters).toString();
  void reply.header('referrer-policy', 'no-referrer').redirect(`/console?${query}`, 302);
}
