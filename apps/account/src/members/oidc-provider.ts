import { hash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import * as openid from 'openid-client';
import { parseEmail } from '@carillon/address';
import { AppError, type OidcRefusal } from '@carillon/contracts';
import { unfitCharacters } from '@carillon/input';
import { Clock, Logger } from '@carillon/platform';
import { type AccountConfig, accountConfig, oidcSettings } from '../config';
import type { Identity } from './records';

/** The timeout of each request to the provider (seconds). */
const ANSWER_S = 5;
/** How long the provider's metadata is cached. Unknown keys cause a reload. */
const FRESH_MS = 3_600_000;
/**
 * Limit of provider responses that are checked at the same time. Each occupies a connection, and a person waits for it.
 */
const MOST_AT_ONCE = 16;
const MAX_NAME = 100;
/** OpenID Connect Core §2. */
const MAX_SUBJECT = 255;

/** The claims of a person. `email`: null unless the provider has verified it. */
export interface Profile {
  email: string | null;
  name: string | null;
}

/** A person whom the provider has identified. `profile` may send another request to the provider. */
export interface Identified {
  identity: Identity;
  profile: () => Promise<Profile>;
}

/** The provider's response doesn't sign in a person. */
export class Refused extends Error {
  override readonly name = 'Refused';

  constructor(readonly reason: OidcRefusal) {
    super(`Rejected: ${reason}`);
  }
}

/** The configured OpenID Connect provider, if any. Uses the authorization code flow with PKCE. */
@Injectable()
export class OidcProvider {
  private readonly settings: ReturnType<typeof oidcSettings>;
  private cached: { described: Promise<openid.Configuration>; until: number } | null = null;
  private atOnce = 0;

  constructor(
    @Inject(accountConfig.token) config: AccountConfig,
    private readonly clock: Clock,
    private readonly log: Logger,
  ) {
    this.settings = oidcSettings(config);
  }

  /** The display name of the provider, or null if none is configured. */
  get displayName(): string | null {
    return this.settings?.name ?? null;
  }

  /**
   * The URL to redirect the browser to, which keeps the secret. @throws AppError route_not_found, service_unavailable
   */
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
   * Verifies the provider's response, and redeems its code, which works once.
   * @param response the query of the redirect
   * @throws Refused; AppError route_not_found, service_unavailable
   */
  identify(response: string, secret: string, redirectUri: string): Promise<Identified> {
    return this.asking(async () => {
      const described = await this.describe();
      const { state, nonce, verifier } = derivedFrom(secret);
      const url = new URL(redirectUri);
      url.search = response;
      const tokens = await openid.authorizationCodeGrant(described, url, {
        ...{ expectedState: state, expectedNonce: nonce, pkceCodeVerifier: verifier, idTokenExpected: true },
      });
      const claims = tokens.claims();
      if (!claims || claims.sub === '' || claims.sub.length > MAX_SUBJECT) throw new Refused('failed');
      const { iss: issuer, sub: subject } = claims;
      const isEmailKnown = claims.email !== undefined || !described.serverMetadata().userinfo_endpoint;
      const ask = () => openid.fetchUserInfo(described, tokens.access_token, subject);
      return {
        identity: { issuer, subject },
        // The standard requires providers to return the email address from the userinfo endpoint, but not in the token.
        profile: async () => profileOf(isEmailKnown ? claims : await this.asking(ask)),
      };
    });
  }

  /** Converts provider failures to AppErrors, which contain no codes, tokens, or addresses. */
  private async asking<T>(work: () => Promise<T>): Promise<T> {
    if (this.atOnce >= MOST_AT_ONCE)
      throw new AppError('service_unavailable', 'Too many people are signing in');
    this.atOnce += 1;
    try {
      return await work();
    } catch (error) {
      if (error instanceof AppError || error instanceof Refused) throw error;
      const facts = factsOf(error);
      this.log.warn({ ...facts }, 'sign-in through the provider failed');
      if (isOutage(facts)) {
        throw new AppError('service_unavailable', 'The sign-in provider does not respond');
      }
      throw new Refused(facts.error === 'access_denied' ? 'cancelled' : 'failed');
    } finally {
      this.atOnce -= 1;
    }
  }

  /** The provider's metadata. If the provider doesn't respond, the last known metadata is used. */
  private describe(): Promise<openid.Configuration> {
    const now = this.clock.now().getTime();
    if (this.cached && now < this.cached.until) return this.cached.described;
    const previous = this.cached?.described;
    const described = this.discover().catch((error: unknown) => {
      if (previous) return previous;
      this.cached = null;
      throw error;
    });
    this.cached = { described, until: now + FRESH_MS };
    return described;
  }

  private async discover(): Promise<openid.Configuration> {
    if (!this.settings) throw new AppError('route_not_found', 'No sign-in provider is configured');
    const { issuer, clientId, clientSecret } = this.settings;
    const [basic, post] = [openid.ClientSecretBasic(clientSecret), openid.ClientSecretPost(clientSecret)];
    const authenticate: openid.ClientAuth = (server, ...rest) => {
      // OpenID Connect Discovery §3: the default method is basic.
      const takesBasic =
        server.token_endpoint_auth_methods_supported?.includes('client_secret_basic') ?? true;
      (takesBasic ? basic : post)(server, ...rest);
    };
    // Applies only to loopback addresses: the configuration rejects other hosts.
    // eslint-disable-next-line @typescript-eslint/no-deprecated -- deprecated only as a warning against accidental use
    const plain = issuer.protocol === 'http:' ? [openid.allowInsecureRequests] : [];
    return openid.discovery(issuer, clientId, undefined, authenticate, {
      timeout: ANSWER_S,
      // The signature of the ID token is verified, although it comes directly from the provider.
      execute: [openid.enableNonRepudiationChecks, ...plain],
    });
  }
}

/** All three values are derived from one secret in the browser. None of them reveals another value or the secret. */
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

/** The loggable part of an error: standard codes. Its cause contains codes and tokens. */
interface Facts {
  name: string;
  code: string | undefined;
  /** The provider's error code: access_denied, invalid_grant. */
  error: string | undefined;
}

const errorCode = /^[\w.-]{1,60}$/;

function factsOf(thrown: unknown): Facts {
  const codeIn = (of: unknown, key: string): string | undefined => {
    const value: unknown = typeof of === 'object' && of !== null ? Reflect.get(of, key) : undefined;
    return typeof value === 'string' && errorCode.test(value) ? value : undefined;
  };
  const cause: unknown = thrown instanceof Error ? thrown.cause : undefined;
  return {
    name: codeIn(thrown, 'name') ?? 'Error',
    code: codeIn(thrown, 'code') ?? codeIn(cause, 'code'),
    error: codeIn(thrown, 'error'),
  };
}

/** Invalid responses and refusals. All other failures mean that the provider is unavailable. */
const rejections = /^(?:OAUTH_(?!TIMEOUT|ABORT|RESPONSE_IS_NOT)|ERR_INVALID_ARG)/;
/** RFC 6749 §4.1.2.1: the provider is unavailable. */
const away = new Set(['server_error', 'temporarily_unavailable']);

function isOutage({ code, error }: Facts): boolean {
  if (error !== undefined) return away.has(error);
  return code === undefined || !rejections.test(code);
}
