import { generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { type IncomingMessage, type Server, type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Provider } from 'oidc-provider';

/** The identity that the provider returns. */
export interface ProvidersPerson {
  subject: string;
  email: string;
  isVerified?: boolean;
  name?: string;
}

/** The claims of an ID token. */
export type Claims = Record<string, unknown>;

/** The lifetime of all codes, tokens, and sessions (seconds). */
const TTL_S = 3_600;
/** Makes the provider verify its own data, without the changes of a test. */
const UNCHANGED = 'x-unchanged';

/**
 * An OpenID Connect provider on this machine (node oidc-provider, which is certified), whose users sign in by
 * entering their name.
 */
export class OpenIdProvider {
  readonly clientId = 'carillon';
  readonly clientSecret = randomBytes(16).toString('hex');
  /** Changes the ID tokens, and signs them again with the same key. */
  change: ((claims: Claims) => Claims) | null = null;
  /** Signs ID tokens with a key that does not belong to the provider. */
  isForged = false;
  /** The received requests, as `METHOD /path`. */
  readonly requests: string[] = [];
  private readonly people = new Map<string, ProvidersPerson>();
  private readonly key = generateKeyPairSync('rsa', { modulusLength: 2048 });
  private readonly otherKey = generateKeyPairSync('rsa', { modulusLength: 2048 });
  private provider: Provider | undefined;

  private constructor(
    private readonly server: Server,
    private readonly port: number,
  ) {}

  static async start(): Promise<OpenIdProvider> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const provider = new OpenIdProvider(server, (server.address() as AddressInfo).port);
    server.on('request', (request, response) => void provider.answer(request, response));
    return provider;
  }

  get issuer(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** The settings of this provider for the account service. */
  get environment(): Record<string, string> {
    return {
      OIDC_ISSUER: this.issuer,
      OIDC_CLIENT_ID: this.clientId,
      OIDC_CLIENT_SECRET: this.clientSecret,
      OIDC_NAME: 'Example ID',
    };
  }

  /** Sets the allowed redirect URI; call this before the first sign-in. */
  allow(redirectUri: string): void {
    const clients = [
      {
        ...{ client_id: this.clientId, client_secret: this.clientSecret, redirect_uris: [redirectUri] },
        ...{ response_types: ['code' as const], grant_types: ['authorization_code'] },
      },
    ];
    this.provider = quietly(
      () =>
        new Provider(this.issuer, {
          clients,
          jwks: {
            keys: [{ ...this.key.privateKey.export({ format: 'jwk' }), use: 'sig', kid: 'k1' }],
          },
          claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
          cookies: { keys: [this.clientSecret] },
          features: { devInteractions: { enabled: false } },
          interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
          pkce: { required: () => true },
          ttl: { AccessToken: TTL_S, Grant: TTL_S, IdToken: TTL_S, Interaction: TTL_S, Session: TTL_S },
          findAccount: (_context, id) => {
            const person = this.people.get(id);
            return person && { accountId: id, claims: () => claimsOf(person) };
          },
          loadExistingGrant: async ({ oidc: { provider, client, session } }) => {
            const facts = { clientId: client?.clientId, accountId: session?.accountId };
            const grant = new provider.Grant(facts);
            grant.addOIDCScope('openid email profile');
            await grant.save();
            return grant;
          },
        }),
    );
  }

  /** Signs a person in at the provider, like a browser, and returns the URL of the redirect. */
  async signIn(url: string, person: ProvidersPerson): Promise<URL> {
    const cookies = new Map<string, string>();
    let next = new URL(url);
    for (;;) {
      const isForm = next.pathname.startsWith('/interaction/');
      const answer: Response = await fetch(next, {
        redirect: 'manual',
        headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
        ...(isForm && { method: 'POST', body: new URLSearchParams(formOf(person)) }),
      });
      for (const cookie of answer.headers.getSetCookie()) {
        const [name = '', value = ''] = cookie.split(';')[0]?.split('=') ?? [];
        cookies.set(name, value);
      }
      const location = answer.headers.get('location');
      if (location === null) throw new Error(`${answer.status} ${next.href}: ${await answer.text()}`);
      next = new URL(location, next);
      if (next.origin !== this.issuer) return next;
    }
  }

  /** Stops responding. */
  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  /** Restarts the provider at the same address after `stop`. */
  async resume(): Promise<void> {
    await new Promise<void>((resolve) => this.server.listen(this.port, '127.0.0.1', resolve));
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { provider } = this;
    const path = new URL(request.url ?? '', this.issuer).pathname;
    const isUnchanged = request.headers[UNCHANGED] !== undefined;
    if (!isUnchanged) this.requests.push(`${request.method} ${path}`);
    if (!provider) response.writeHead(503).end();
    else if (path.startsWith('/interaction/')) await this.ask(provider, request, response);
    else if (path === '/token' && !isUnchanged && (this.change || this.isForged)) {
      await this.answerChanged(request, response);
    } else await provider.callback()(request, response);
  }

  /** A page that asks for a name and accepts any. */
  private async ask(provider: Provider, request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.method === 'GET') {
      response.writeHead(200, { 'content-type': 'text/html' }).end(page);
      return;
    }
    const form = new URLSearchParams(await textOf(request));
    if (form.has('cancel')) {
      await provider.interactionFinished(request, response, { error: 'access_denied' });
      return;
    }
    const email = form.get('email') ?? '';
    const subject = form.get('subject') ?? `subject of ${email}`;
    const isVerified = form.get('unverified') === null;
    this.people.set(subject, { subject, email, isVerified, name: form.get('name') ?? 'Ada' });
    await provider.interactionFinished(request, response, { login: { accountId: subject } });
  }

  private async answerChanged(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { authorization = '', 'content-type': type = '' } = request.headers;
    const answer = await fetch(new URL('/token', this.issuer), {
      method: 'POST',
      headers: { authorization, 'content-type': type, [UNCHANGED]: 'yes' },
      body: await textOf(request),
    });
    const tokens = (await answer.json()) as { id_token?: string };
    const changed = tokens.id_token === undefined ? {} : { id_token: this.resigned(tokens.id_token) };
    response.writeHead(answer.status, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ ...tokens, ...changed }));
  }

  private resigned(token: string): string {
    const [header = '', payload = ''] = token.split('.');
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as Claims;
    const changed = Buffer.from(JSON.stringify(this.change?.(claims) ?? claims)).toString('base64url');
    const { privateKey } = this.isForged ? this.otherKey : this.key;
    const signature = sign('sha256', Buffer.from(`${header}.${changed}`), privateKey);
    return `${header}.${changed}.${signature.toString('base64url')}`;
  }
}

function claimsOf({ subject, email, isVerified, name }: ProvidersPerson) {
  return { sub: subject, email, email_verified: isVerified ?? true, name };
}

function formOf({ subject, email, isVerified = true, name }: ProvidersPerson): Record<string, string> {
  return {
    ...{ subject, email },
    ...(name !== undefined && { name }),
    ...(!isVerified && { unverified: 'yes' }),
  };
}

const page = `<!doctype html>
<title>Example ID</title>
<link rel="icon" href="data:,">
<form method="post">
<label>Address <input name="email"></label>
<button>Continue</button>
<button name="cancel" value="yes">Cancel</button>
</form>
`;

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

/** The provider warns that its data is only in memory, which is enough for tests. */
function quietly<T>(work: () => T): T {
  const logger: Pick<Console, 'warn'> = console;
  const { warn } = logger;
  logger.warn = () => undefined;
  try {
    return work();
  } finally {
    logger.warn = warn;
  }
}
