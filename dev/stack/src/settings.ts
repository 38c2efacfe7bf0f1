import type { Environment } from '@carillon/local-services';
import type { StackSecrets, TwilioSecrets } from './secrets';
import type { Phase, StackService, Variable } from './services';

/** The addresses of a stack, chosen at each start. */
export interface StackAddresses {
  httpPort: number;
  smtpPort: number;
  /** The port of the bounce-receiver. */
  bouncePort: number;
  twilioPort: number;
  inboxPort: number;
  amqpUrl: string;
  mongoUrl: string;
}

export type StackSettings = Readonly<Record<Exclude<Variable, 'ADMIN_PORT'>, string>>;

/**
 * Returns a value for every variable of every service. `environment` takes precedence where it does not break the
 * stack. It can set a default sender, a Twilio and providers other than the sandbox, a sign-in provider, a public URL, such as that
 * of a tunnel, and the allowed servers of users.
 */
export function stackSettings(
  addresses: StackAddresses,
  secrets: StackSecrets,
  dataDirectory: string,
  environment: Environment,
): StackSettings {
  // An empty variable counts as absent.
  const given = (name: string): string | undefined =>
    environment[name] === '' ? undefined : environment[name];
  return {
    ADMIN_HOST: '127.0.0.1',
    // Users of this stack connect it to servers on this machine, unless the environment sets otherwise.
    ALLOW_PRIVATE_SENDER_HOSTS: given('ALLOW_PRIVATE_SENDER_HOSTS') ?? 'true',
    ALLOW_PRIVATE_SMTP_HOSTS: given('ALLOW_PRIVATE_SMTP_HOSTS') ?? 'true',
    ALLOW_PRIVATE_WEBHOOK_HOSTS: given('ALLOW_PRIVATE_WEBHOOK_HOSTS') ?? 'true',
    AMQP_URL: addresses.amqpUrl,
    BOUNCE_DONE_FOLDER: environment.BOUNCE_DONE_FOLDER ?? '',
    BOUNCE_HOST: given('BOUNCE_HOST') ?? '127.0.0.1',
    BOUNCE_LMTP_PORT: environment.BOUNCE_LMTP_PORT ?? '',
    BOUNCE_MAILBOXES: environment.BOUNCE_MAILBOXES ?? '',
    BOUNCE_OTHER_FOLDER: environment.BOUNCE_OTHER_FOLDER ?? '',
    BOUNCE_SMTP_PORT: String(addresses.bouncePort),
    BOUNCE_TLS_CERT_PATH: environment.BOUNCE_TLS_CERT_PATH ?? '',
    BOUNCE_TLS_KEY_PATH: environment.BOUNCE_TLS_KEY_PATH ?? '',
    BOOTSTRAP_OPERATOR_KEY: secrets.operatorKey,
    CALLBACK_VIA: gatewayUrl(addresses),
    CURSOR_KEY: secrets.cursorKey,
    DATA_DIR: dataDirectory,
    DEFAULT_BOUNCE_DOMAIN: environment.DEFAULT_BOUNCE_DOMAIN ?? '',
    DEFAULT_FROM: environment.DEFAULT_FROM ?? 'hello@carillon.example',
    DEFAULT_POSTAL_ADDRESS: environment.DEFAULT_POSTAL_ADDRESS ?? 'Carillon, 1 Bell Tower Lane, Example Town',
    DEFAULT_SMTP_URL: environment.DEFAULT_SMTP_URL ?? smtpUrl(addresses),
    DNS_SERVERS: environment.DNS_SERVERS ?? '',
    ERASURE_KEYS: secrets.erasureKeys,
    FEEDBACK_ADDRESSES: environment.FEEDBACK_ADDRESSES ?? '',
    HOST: '127.0.0.1',
    HTTP_HOST: given('HTTP_HOST') ?? '127.0.0.1',
    HTTP_PORT: String(addresses.httpPort),
    INBOX_PORT: String(addresses.inboxPort),
    LINK_KEYS: secrets.linkKeys,
    MIGRATE_AT_START: given('MIGRATE_AT_START') ?? 'true',
    MONGO_URL: addresses.mongoUrl,
    OIDC_CLIENT_ID: environment.OIDC_CLIENT_ID ?? '',
    OIDC_CLIENT_SECRET: environment.OIDC_CLIENT_SECRET ?? '',
    OIDC_ISSUER: environment.OIDC_ISSUER ?? '',
    OIDC_NAME: environment.OIDC_NAME ?? '',
    PROVIDER_API_URL: environment.PROVIDER_API_URL ?? twilioUrl(addresses),
    PUBLIC_URL: environment.PUBLIC_URL ?? gatewayUrl(addresses),
    SMTP_CLIENT_NAME: environment.SMTP_CLIENT_NAME ?? '',
    SMTP_PORT: String(addresses.smtpPort),
    TRUSTED_PROXIES: environment.TRUSTED_PROXIES ?? '',
    TWILIO_ACCOUNTS: twilioAccounts(secrets),
    TWILIO_API_URL: environment.TWILIO_API_URL ?? twilioUrl(addresses),
    TWILIO_PORT: String(addresses.twilioPort),
    VAULT_KEYS: secrets.vaultKeys,
    VAULT_PUBLIC_KEY: secrets.vaultPublicKey,
  };
}

/** In a stack, workers get less time to stop than by default. See stopPhases. */
const haste: Partial<Record<Phase, Environment>> = {
  workers: { FINISH_MS: '4000' },
  'one-process': { FINISH_MS: '4000' },
};

/** The environment of one service: `given`, overridden by the service's own variables. */
export function serviceEnvironment(
  { variables, phase }: StackService,
  settings: StackSettings,
  adminPort: number,
  given: Environment,
): Environment {
  const all = { ...settings, ADMIN_PORT: String(adminPort) };
  return { ...haste[phase], ...given, ...Object.fromEntries(variables.map((name) => [name, all[name]])) };
}

export function gatewayUrl({ httpPort }: StackAddresses): string {
  return `http://127.0.0.1:${httpPort}`;
}

export function inboxUrl({ inboxPort }: StackAddresses): string {
  return `http://127.0.0.1:${inboxPort}`;
}

export function smtpUrl({ smtpPort }: StackAddresses): string {
  return `smtp://127.0.0.1:${smtpPort}`;
}

/** The address to which emails return over SMTP. */
export function bounceUrl({ bouncePort }: StackAddresses): string {
  return `smtp://127.0.0.1:${bouncePort}`;
}

export function twilioUrl({ twilioPort }: StackAddresses): string {
  return `http://127.0.0.1:${twilioPort}`;
}

/** The account in the format of the sandbox's TWILIO_ACCOUNTS. */
export function twilioAccounts(secrets: TwilioSecrets): string {
  const { twilioAccountSid, twilioAuthToken, twilioApiKeySid, twilioApiKeySecret } = secrets;
  return `${twilioAccountSid}:${twilioAuthToken};${twilioApiKeySid}:${twilioApiKeySecret}`;
}
