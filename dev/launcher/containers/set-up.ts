import { createHmac } from 'node:crypto';
import { chmodSync, chownSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  SecretsFile,
  type StackSecrets,
  type StackService,
  oneProcess,
  stackServices,
  twilioAccounts,
} from '@carillon/stack';

type Environment = Readonly<Record<string, string | undefined>>;

/** The variables of .env that replace a secret, and the file that stores the secret. */
const KEPT = {
  VAULT_KEYS: 'vaultKeys',
  VAULT_PUBLIC_KEY: 'vaultPublicKey',
  LINK_KEYS: 'linkKeys',
  CURSOR_KEY: 'cursorKey',
  ERASURE_KEYS: 'erasureKeys',
  BOOTSTRAP_OPERATOR_KEY: 'operatorKey',
  BROKER_PASSWORD: 'brokerPassword',
  DATABASE_PASSWORD: 'databasePassword',
} as const satisfies Record<string, keyof StackSecrets>;

/**
 * The allowed characters of a password. Passwords become parts of URLs and of the broker's configuration, where these
 * characters need no escaping.
 */
const PASSWORD = /^[A-Za-z0-9._~-]{8,}$/;

/** The prefix of the services' databases: DATABASE_PREFIX, which docker-compose.yml leaves at its default. */
const DATABASE_PREFIX = 'carillon_';
/** The permissions of a service in its own database: reads and writes, indexes, and changes of collection options. */
const ROLES = ['readWrite', 'dbAdmin'] as const;

/** The user IDs in the images: the user of the node image, and the user of the rabbitmq and mongo images. */
const NODE = 1000;
const SERVER = 999;

/**
 * The secrets of a stack in containers. They are created once and stored in one file. Each service receives its
 * secrets in a separate folder, where the file with the name of a variable contains its value. Values in .env take
 * precedence.
 */
export class SetUp {
  private constructor(
    private readonly folder: string,
    private readonly secrets: Readonly<StackSecrets>,
    private readonly environment: Environment,
  ) {}

  /**
   * Creates the missing secrets.
   * @param folder contains a folder for each reader
   * @throws Error that describes an invalid value without showing it
   */
  static open(kept: string, folder: string, environment: Environment): SetUp {
    const given = Object.fromEntries(
      Object.entries(environment).flatMap(([name, value]) => (value?.trim() ? [[name, value.trim()]] : [])),
    );
    for (const name of ['BROKER_PASSWORD', 'DATABASE_PASSWORD']) {
      const password = given[name];
      if (password !== undefined && !PASSWORD.test(password))
        throw new Error(
          `${name}: expected at least 8 of the characters A-Z a-z 0-9 . _ ~ - (it is not shown)`,
        );
    }
    mkdirSync(kept, { recursive: true });
    return new SetUp(folder, SecretsFile.open(join(kept, 'secrets.json'), given).values, given);
  }

  /** Writes the files of each reader, which only that reader can read. Returns the lines to print. */
  handOver(): string[] {
    const changed = new Set<string>();
    const hand = (reader: string, name: string, value: string, owner: number): void => {
      if (writeSecret(join(this.folder, reader), name, value, owner)) changed.add(reader);
    };
    for (const { name: reader, variables } of [...this.services, ...jobs]) {
      const values = this.valuesFor(reader);
      for (const name of variables) {
        const value = values[name];
        if (value !== undefined) hand(reader, name, value, NODE);
      }
    }
    hand(
      'broker',
      'password.conf',
      `default_user = carillon\ndefault_pass = ${this.secrets.brokerPassword}`,
      SERVER,
    );
    hand('database', 'DATABASE_PASSWORD', this.secrets.databasePassword, SERVER);
    hand('database', 'users.json', JSON.stringify(this.databaseUsers()), SERVER);
    return [
      changed.size === 0
        ? 'All secrets are there; nothing was changed.'
        : `Secrets were handed to ${[...changed].join(', ')}.`,
      'Keep a copy elsewhere, without which no stored credential can be used: docker compose run --rm setup print',
    ];
  }

  /** The services, and the process that runs all of them if deploy/containers/one-process.yml is used. */
  private get services(): readonly StackService[] {
    return this.environment.CARILLON_PROCESS === 'one' ? [...stackServices, oneProcess] : stackServices;
  }

  /** The secrets as lines for .env. */
  lines(): string[] {
    return Object.entries(KEPT).map(([name, key]) => `${name}=${this.secrets[key]}`);
  }

  /**
   * The database users of the services, for the setup of the database. Each user may access only the database of its
   * service, or of the services in its process.
   */
  private databaseUsers() {
    return this.services.filter(isOwner).map((service) => ({
      user: service.name,
      pwd: this.databasePasswordOf(service.name),
      roles: (service.hosts ?? [service])
        .filter(isOwner)
        .flatMap(({ name }) => ROLES.map((role) => ({ role, db: `${DATABASE_PREFIX}${name}` }))),
    }));
  }

  /**
   * Derives the password from the database's password without revealing it, so that no further password must be
   * stored.
   */
  private databasePasswordOf(service: string): string {
    return createHmac('sha256', this.secrets.databasePassword).update(`database of ${service}`).digest('hex');
  }

  private valuesFor(reader: string): Environment {
    const { environment, secrets } = this;
    const { brokerPassword, databasePassword } = secrets;
    const hasUser = this.services.some((service) => isOwner(service) && service.name === reader);
    const [user, password] = hasUser
      ? [reader, this.databasePasswordOf(reader)]
      : ['carillon', databasePassword];
    const accounts = [environment.TWILIO_ACCOUNTS, twilioAccounts(secrets)];
    return {
      ...Object.fromEntries(Object.entries(KEPT).map(([name, key]) => [name, secrets[key]])),
      AMQP_URL: environment.AMQP_URL ?? `amqp://carillon:${brokerPassword}@broker:5672`,
      MONGO_URL:
        environment.MONGO_URL ??
        `mongodb://${user}:${password}@database:27017/?replicaSet=rs0&authSource=admin`,
      BOUNCE_MAILBOXES: environment.BOUNCE_MAILBOXES,
      OIDC_CLIENT_SECRET: environment.OIDC_CLIENT_SECRET,
      DEFAULT_SMTP_URL: environment.DEFAULT_SMTP_URL ?? 'smtp://sandbox:1025',
      TWILIO_ACCOUNTS: accounts.filter((account) => account !== undefined).join(','),
      TWILIO_LOGIN: twilioAccounts(secrets),
    };
  }
}

/** Whether a service has a database. */
const isOwner = ({ variables }: StackService): boolean => variables.includes('MONGO_URL');

/** The secrets of what runs beside services. */
const jobs: readonly { name: string; variables: readonly string[] }[] = [
  { name: 'demo', variables: ['BOOTSTRAP_OPERATOR_KEY', 'TWILIO_LOGIN'] },
  { name: 'dead-letters', variables: ['AMQP_URL'] },
  { name: 'backup', variables: ['MONGO_URL'] },
];

/** Replaces a file that only its owner may read. Returns whether the content changed. */
function writeSecret(folder: string, name: string, value: string, owner: number): boolean {
  const file = join(folder, name);
  const text = `${value}\n`;
  if (contentOf(file) === text) return false;
  mkdirSync(folder, { recursive: true });
  const draft = `${file}.draft`;
  writeFileSync(draft, text, { mode: 0o600 });
  chmodSync(draft, 0o600);
  if (process.getuid?.() === 0) chownSync(draft, owner, owner);
  renameSync(draft, file);
  return true;
}

function contentOf(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return null;
  }
}
