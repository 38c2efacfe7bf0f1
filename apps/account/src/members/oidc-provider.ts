import { hash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import * as openid from 'openid-client';
import { parseEmail } from '@carillon/address';
import { AppError, type OidcRefusal } from '@carillon/contracts';
import { unfitCharacters } from '@carillon/input';
import { Clock, Logger } from '@carillon/platform';
import { type AccountConfig, accountConfig, oidcSettings } from '../config';
import type { Identity } from './records';

/** How long the provider may take for each answer (seconds). */
const ANSWER_S = 5;
/** How long its description is used before it is asked for again; keys that it does not name are asked for at once. */
const FRESH_MS = 3_600_000;
/** Answers of the provider that are checked at once: each holds a connection to it, and somebody who waits. */
const MOST_AT_ONCE = 16;
const MAX_NAME = 100;
/** OpenID Connect Core §2. */
const MAX_SUBJECT = 255;

/** What the provider says of a person. `email`: null unless it has verified that it is theirs. */
export interface Profile {
  email: string | null;
  name: string | null;
}

/** A person who the provider says is there. `profile` may ask it once more. */
export interface Identified {
  identity: Identity;
  profile: () => Promise<Profile>;
}

/** The provider's word signs nobody in. */
export class Refused extends Error {
  override readonly name = 'Refused';

  constructor(readonly reason: OidcRefusal) {
    super(`Refused: ${reason}`);
  }
}

/** The provider of OpenID Connect that the operator has named, if any, by the authorization code flow with PKCE. */
@Injectable()
export class OidcProvider {
  private readonly settings: ReturnType<typeof oidcSettings>;
  private known: { described: Promise<openid.Configuration>; until: number } | null = null;
  private atOnce = 0;

  constructor(
    @Inject(accountConfig.token) config: AccountConfig,
    private readonly clock: Clock,
    private readonly log: Logger,
  ) {
    this.settings = oidcSettings(config);
  }

  /** What people know it by; null: there is none. */
  get displayName(): string | null {
    return this.settings?.name ?? null;
  }

  /** Where the browser that keeps the secret goes. @throws AppError route_not_found, service_unavailable */
  async urlFor(secret: string, redirectUri: string): Promise<string> {
    const described = await this.asking(() => this.describe());
    const { state, nonce, verifier } = derivedFrom(secret);
    const url = openid.buildAuthorizationUrl(described, {
      ...{ redirect_uri: redirectUri, scope: 'openid email profile', state, nonce },
      code_challenge: await openid.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    });
    return url.href;
  }

  /**
   * Checks what the provider has answered, and redeems the code in it, which works once.
   * @param answer the query with which it has sent the browser back
   * @throws Refused; AppError route_not_found, service_unavailable
   */
  identify(answer: string, secret: string, redirectUri: string): Promise<Identified> {
    return this.asking(async () => {
      const described = await this.describe();
      const { state, nonce, verifier } = derivedFrom(secret);
      const url = new URL(redirectUri);
      url.search = answer;
      const tokens = await openid.authorizationCodeGrant(described, url, {
        ...{ expectedState: state, expectedNonce: nonce, pkceCodeVerifier: verifier, idTokenExpected: true },
      });
      const claims = tokens.claims();
      if (!claims || claims.sub === '' || claims.sub.length > MAX_SUBJECT) throw new Refused('failed');
      const { iss: issuer, sub: subject } = claims;
      const isTold = claims.email !== undefined || !described.serverMetadata().userinfo_endpoint;
      const ask = () => openid.fetchUserInfo(described, tokens.access_token, subject);
      return {
        identity: { issuer, subject },
        // By its standard a provider tells the address where it is asked for more, and need not in the token.
        profile: async () => profileOf(isTold ? claims : await this.asking(ask)),
      };
    });
  }

  /** Turns what goes wrong at the provider into errors of ours. None of them has a code, a token or an address in it. */
  private async asking<T>(work: () => Promise<T>): Promise<T> {
    if (this.atOnce >= MOST_AT_ONCE)
      throw new AppError('service_unavailable', 'Too many people are signing in');
    this.atOnce += 1;
    try {
      return await work();
    } catch (error) {
      if (error instanceof AppError || error instanceof Refused) throw error;
      const facts = factsOf(error);
      this.log.warn({ ...facts }, 'a sign-in by the provider has failed');
      if (isOutage(facts)) {
        throw new AppError('service_unavailable', 'The sign-in provider does not respond');
      }
      throw new Refused(facts.error === 'access_denied' ? 'cancelled' : 'failed');
    } finally {
      this.atOnce -= 1;
    }
  }

  /** What it says of itself. Where it does not answer, what it said before counts on. */
  private describe(): Promise<openid.Configuration> {
    const now = this.clock.now().getTime();
    if (this.known && now < this.known.until) return this.known.described;
    const former = this.known?.described;
    const described = this.discover().catch((error: unknown) => {
      if (former) return former;
      this.known = null;
      throw error;
    });
    this.known = { described, until: now + FRESH_MS };
    return described;
  }

  private async discover(): Promise<openid.Configuration> {
    if (!this.settings) throw new AppError('route_not_found', 'No sign-in provider is configured');
    const { issuer, clientId, clientSecret } = this.settings;
    const [basic, post] = [openid.ClientSecretBasic(clientSecret), openid.ClientSecretPost(clientSecret)];
    const authenticate: openid.ClientAuth = (server, ...rest) => {
      // OpenID Connect Discovery §3: without a list it is basic.
      const takesBasic =
        server.token_endpoint_auth_methods_supported?.includes('client_secret_basic') ?? true;
      (takesBasic ? basic : post)(server, ...rest);
    };
    // Only on loopback: the configuration refuses others.
    // eslint-disable-next-line @typescript-eslint/no-deprecated -- the library's mark for what must not be met by accident
    const plain = issuer.protocol === 'http:' ? [openid.allowInsecureRequests] : [];
    return openid.discovery(issuer, clientId, undefined, authenticate, {
      timeout: ANSWER_S,
      // The signature of the ID token counts, although it comes from the provider itself.
      execute: [openid.enableNonRepudiationChecks, ...plain],
    });
  }
}

/** One secret in the browser stands for all three: none of them tells another, or the secret. */
function derivedFrom(secret: string): { state: string; nonce: string; verifier: string } {
  const derive = (what: string): string => hash('sha256', `oidc ${what} ${secret}`, 'base64url');
  return { state: derive('state'), nonce: derive('nonce'), verifier: derive('verifier') };
}

function profileOf({ email, email_verified: isVerified, name }: Record<string, unknown>): Profile {
  const parsed = typeof email === 'string' && isVerified === true ? parseEmail(email) : null;
  const isName = typeof name === 'string' && name.trim() !== '' && unfitCharacters(name).length === 0;
  return {
    email: parsed?.ok ? parsed.address : null,
    name: isName ? Array.from(name.trim()).slice(0, MAX_NAME).join('') : null,
  };
}

/** What may be written down of an error: words of the standard. What caused it holds codes and tokens. */
interface Facts {
  name: string;
  code: string | undefined;
  /** The provider's own word: access_denied, invalid_grant. */
  error: string | undefined;
}

const word = /^[\w.-]{1,60}$/;

function factsOf(thrown: unknown): Facts {
  const wordIn = (of: unknown, key: string): string | undefined => {
    const value: unknown = typeof of === 'object' && of !== null ? Reflect.get(of, key) : undefined;
    return typeof value === 'string' && word.test(value) ? value : undefined;
  };
  const cause: unknown = thrown instanceof Error ? thrown.cause : undefined;
  return {
    name: wordIn(thrown, 'name') ?? 'Error',
    code: wordIn(thrown, 'code') ?? wordIn(cause, 'code'),
    error: wordIn(thrown, 'error'),
  };
}

/** What the provider has said is not as it must be, or its refusal: everything else is a provider that is away. */
const verdicts = /^(?:OAUTH_(?!TIMEOUT|ABORT|RESPONSE_IS_NOT)|ERR_INVALID_ARG)/;
/** RFC 6749 §4.1.2.1: the provider cannot just now. */
const away = new Set(['server_error', 'temporarily_unavailable']);

function isOutage({ code, error }: Facts): boolean {
  if (error !== undefined) return away.has(error);
  return code === undefined || !verdicts.test(code);
}
