/**
 * The services of a stack, and the variables that configure each of them. The launcher starts these services, and
 * docker-compose.yml lists the same ones.
 */
export interface StackService {
  readonly name: string;
  /** Its folder in the source, and below dist/ once built: `apps/gateway`. */
  readonly program: string;
  readonly phase: Phase;
  readonly variables: readonly Variable[];
  /** Options of V8 in addition to those of all services. */
  readonly memory?: readonly string[];
  /** The variable that must have a value for the service to start. If absent, the service always starts. */
  readonly needs?: Exclude<Variable, 'ADMIN_PORT'>;
  /** The services that run in this one's process. If absent, only this one. */
  readonly hosts?: readonly StackService[];
}

/** Services of one phase stop together, in the order of stopPhases. */
export type Phase = 'workers' | 'services' | 'gateway' | 'one-process' | 'sandbox' | 'broker' | 'database';

/**
 * Every variable that the launcher or docker-compose.yml sets. All other variables have defaults that fit everywhere.
 */
export type Variable =
  | 'ADMIN_HOST'
  | 'ADMIN_PORT'
  | 'ALLOW_PRIVATE_SENDER_HOSTS'
  | 'ALLOW_PRIVATE_SMTP_HOSTS'
  | 'ALLOW_PRIVATE_WEBHOOK_HOSTS'
  | 'AMQP_URL'
  | 'BOUNCE_DONE_FOLDER'
  | 'BOUNCE_HOST'
  | 'BOUNCE_LMTP_PORT'
  | 'BOUNCE_MAILBOXES'
  | 'BOUNCE_OTHER_FOLDER'
  | 'BOUNCE_SMTP_PORT'
  | 'BOUNCE_TLS_CERT_PATH'
  | 'BOUNCE_TLS_KEY_PATH'
  | 'BOOTSTRAP_OPERATOR_KEY'
  | 'CALLBACK_VIA'
  | 'CURSOR_KEY'
  | 'DATA_DIR'
  | 'DEFAULT_BOUNCE_DOMAIN'
  | 'DEFAULT_FROM'
  | 'DEFAULT_POSTAL_ADDRESS'
  | 'DEFAULT_SMTP_URL'
  | 'DNS_SERVERS'
  | 'ERASURE_KEYS'
  | 'FEEDBACK_ADDRESSES'
  | 'HOST'
  | 'HTTP_HOST'
  | 'HTTP_PORT'
  | 'INBOX_PORT'
  | 'LINK_KEYS'
  | 'MIGRATE_AT_START'
  | 'MONGO_URL'
  | 'OIDC_CLIENT_ID'
  | 'OIDC_CLIENT_SECRET'
  | 'OIDC_ISSUER'
  | 'OIDC_NAME'
  | 'PROVIDER_API_URL'
  | 'PUBLIC_URL'
  | 'SMTP_CLIENT_NAME'
  | 'SMTP_PORT'
  | 'TRUSTED_PROXIES'
  | 'TWILIO_ACCOUNTS'
  | 'TWILIO_API_URL'
  | 'TWILIO_PORT'
  | 'VAULT_KEYS'
  | 'VAULT_PUBLIC_KEY';

const admin = ['ADMIN_HOST', 'ADMIN_PORT'] as const;
const platform = [...admin, 'AMQP_URL'] as const;
const owner = [...platform, 'MONGO_URL', 'MIGRATE_AT_START'] as const;
const worker = [
  ...platform,
  'PUBLIC_URL',
  'VAULT_KEYS',
  'ALLOW_PRIVATE_SENDER_HOSTS',
  'PROVIDER_API_URL',
] as const;
/** The gateway cannot open a user's credentials with any of these. */
const keysOfGateway = ['VAULT_PUBLIC_KEY', 'LINK_KEYS', 'CURSOR_KEY'] as const;
const pretendTwilio = ['TWILIO_PORT', 'TWILIO_ACCOUNTS', 'CALLBACK_VIA'] as const;
const defaultSender = [
  ...(['DEFAULT_SMTP_URL', 'DEFAULT_FROM', 'DEFAULT_POSTAL_ADDRESS'] as const),
  'DEFAULT_BOUNCE_DOMAIN',
] as const;

const signInProvider = ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET', 'OIDC_NAME'] as const;

export const stackServices: readonly StackService[] = [
  {
    name: 'sandbox',
    program: 'dev/sandbox',
    phase: 'sandbox',
    variables: [...admin, ...pretendTwilio, 'HOST', 'SMTP_PORT', 'INBOX_PORT', 'DATA_DIR'],
  },
  {
    name: 'account',
    program: 'apps/account',
    phase: 'services',
    variables: [
      ...owner,
      'PUBLIC_URL',
      'BOOTSTRAP_OPERATOR_KEY',
      'VAULT_KEYS',
      'DNS_SERVERS',
      'ERASURE_KEYS',
      ...defaultSender,
      ...signInProvider,
    ],
  },
  { name: 'campaign', program: 'apps/campaign', phase: 'services', variables: owner },
  {
    name: 'subscriber',
    program: 'apps/subscriber',
    phase: 'services',
    // The rows of two or three batches of an import are in memory at the same time. With less, the garbage collector
    // copies most of them, which takes a fifth of the processor time of the service.
    memory: ['--max-semi-space-size=32'],
    variables: [...owner, 'ERASURE_KEYS'],
  },
  { name: 'dispatcher', program: 'apps/dispatcher', phase: 'services', variables: owner },
  {
    name: 'email-worker',
    program: 'apps/email-worker',
    phase: 'workers',
    variables: [...worker, 'LINK_KEYS', 'ALLOW_PRIVATE_SMTP_HOSTS', 'SMTP_CLIENT_NAME', 'DEFAULT_SMTP_URL'],
  },
  ...['whatsapp-worker', 'sms-worker'].map((name): StackService => ({
    name,
    program: `apps/${name}`,
    phase: 'workers',
    variables: [...worker, 'TWILIO_API_URL'],
  })),
  {
    name: 'bounce-receiver',
    program: 'apps/bounce-receiver',
    phase: 'workers',
    variables: [
      ...platform,
      'LINK_KEYS',
      'BOUNCE_HOST',
      'BOUNCE_SMTP_PORT',
      'BOUNCE_LMTP_PORT',
      'BOUNCE_TLS_CERT_PATH',
      'BOUNCE_TLS_KEY_PATH',
      'FEEDBACK_ADDRESSES',
    ],
  },
  {
    name: 'mailbox-poller',
    program: 'apps/mailbox-poller',
    phase: 'workers',
    variables: [...platform, 'LINK_KEYS', 'BOUNCE_MAILBOXES', 'BOUNCE_DONE_FOLDER', 'BOUNCE_OTHER_FOLDER'],
    needs: 'BOUNCE_MAILBOXES',
  },
  {
    name: 'webhook-worker',
    program: 'apps/webhook-worker',
    phase: 'workers',
    variables: [...owner, 'VAULT_KEYS', 'ALLOW_PRIVATE_WEBHOOK_HOSTS'],
  },
  {
    name: 'gateway',
    program: 'apps/gateway',
    phase: 'gateway',
    variables: [
      ...owner,
      ...keysOfGateway,
      'HTTP_HOST',
      'HTTP_PORT',
      'PUBLIC_URL',
      'ALLOW_PRIVATE_SENDER_HOSTS',
      'ALLOW_PRIVATE_SMTP_HOSTS',
      'TRUSTED_PROXIES',
    ],
  },
];

const inOneProcess = stackServices.filter(({ phase }) => phase !== 'sandbox');

/** The process that runs all services except the sandbox. */
export const oneProcess: StackService = {
  name: 'one-process',
  program: 'tools/one-process',
  phase: 'one-process',
  variables: [...new Set(inOneProcess.flatMap(({ variables }) => variables))],
  hosts: inOneProcess,
};

/**
 * Workers stop first, and the broker and the database stop last. The grace times (milliseconds) add up to less than
 * 25 s, with the services in separate processes or in one.
 */
export const stopPhases: readonly { phase: Phase; graceMs: number }[] = [
  { phase: 'workers', graceMs: 6_000 },
  { phase: 'services', graceMs: 4_000 },
  { phase: 'gateway', graceMs: 2_500 },
  { phase: 'one-process', graceMs: 12_500 },
  { phase: 'sandbox', graceMs: 1_000 },
  { phase: 'broker', graceMs: 8_000 },
  { phase: 'database', graceMs: 2_000 },
];
