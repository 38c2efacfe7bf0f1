import { readFileSync } from 'node:fs';
import { type TwilioAccount } from '@carillon/fake-providers';

/** The settings of the sandbox, which it reads only from its environment. */
export interface Config {
  readonly host: string;
  readonly smtpPort: number;
  readonly inboxPort: number;
  readonly adminHost: string;
  readonly adminPort: number;
  readonly dataDir: string;
  readonly keepMessages: number;
  readonly keepBytes: number;
  readonly maxMessageBytes: number;
  readonly slowMs: number;
  /** The host names for requests to the inbox, in addition to localhost and IP addresses. */
  readonly inboxHosts: readonly string[];
  readonly logLevel: string;
  readonly twilioPort: number;
  readonly twilioAccounts: readonly TwilioAccount[];
  /** The pause between two status callbacks of a message (milliseconds). */
  readonly callbackStepMs: number;
  /**
   * The address to which callbacks connect, in place of the host in their URLs, for a host name that resolves only
   * elsewhere.
   */
  readonly callbackVia: string | null;
}

/** Names every wrong setting, its value and the expected form. */
export class ConfigError extends Error {
  constructor(readonly faults: readonly string[]) {
    super(`Invalid configuration.\n${faults.map((fault) => `  ${fault}`).join('\n')}`);
    this.name = 'ConfigError';
  }
}

type Environment = Readonly<Record<string, string | undefined>>;
const levels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'];

/**
 * Reads the settings. An empty value counts as absent.
 * @throws ConfigError with all errors
 */
export function parseConfig(environment: Environment): Config {
  const settings = new Settings(environment);
  const config: Config = {
    host: settings.text('HOST', '127.0.0.1'),
    smtpPort: settings.integer('SMTP_PORT', 1025, 0, 65_535),
    inboxPort: settings.integer('INBOX_PORT', 8025, 0, 65_535),
    adminHost: settings.text('ADMIN_HOST', '127.0.0.1'),
    adminPort: settings.integer('ADMIN_PORT', 8026, 0, 65_535),
    dataDir: settings.text('DATA_DIR', '.carillon/sandbox'),
    keepMessages: settings.integer('KEEP_MESSAGES', 50_000, 1, 1_000_000),
    keepBytes: settings.integer('KEEP_BYTES', 2 * 1024 ** 3, 1024 ** 2, Number.MAX_SAFE_INTEGER),
    maxMessageBytes: settings.integer('MAX_MESSAGE_BYTES', 10 * 1024 ** 2, 1024, 100 * 1024 ** 2),
    slowMs: settings.integer('SLOW_MS', 5_000, 0, 600_000),
    inboxHosts: settings.names('INBOX_HOSTS'),
    logLevel: settings.oneOf('LOG_LEVEL', levels, 'info'),
    twilioPort: settings.integer('TWILIO_PORT', 8027, 0, 65_535),
    twilioAccounts: settings.accounts('TWILIO_ACCOUNTS'),
    callbackStepMs: settings.integer('CALLBACK_STEP_MS', 300, 0, 600_000),
    callbackVia: settings.origin('CALLBACK_VIA'),
  };
  if (settings.faults.length > 0) throw new ConfigError(settings.faults);
  return Object.freeze(config);
}

class Settings {
  readonly faults: string[] = [];

  constructor(private readonly environment: Environment) {}

  text(name: string, fallback: string): string {
    const value = this.environment[name]?.trim();
    return value === undefined || value === '' ? fallback : value;
  }

  integer(name: string, fallback: number, least: number, most: number): number {
    const value = this.text(name, String(fallback));
    const number = /^\d{1,16}$/.test(value) ? Number(value) : NaN;
    if (number >= least && number <= most) return number;
    this.faults.push(`${name}: read "${value}", expected an integer from ${least} to ${most}`);
    return fallback;
  }

  oneOf(name: string, values: readonly string[], fallback: string): string {
    const value = this.text(name, fallback);
    if (!values.includes(value))
      this.faults.push(`${name}: read "${value}", expected one of ${values.join(', ')}`);
    return value;
  }

  accounts(name: string): TwilioAccount[] {
    const text = this.secret(name);
    const accounts = text === null ? [] : parseAccounts(text);
    if (!accounts) this.faults.push(`${name}: read something else (not shown), expected ${ACCOUNTS_FORM}`);
    return accounts ?? [];
  }

  /**
   * The value, or the content of the file that `<name>_FILE` names. If the file cannot be read, returns null and
   * records an error.
   */
  private secret(name: string): string | null {
    const value = this.text(name, '');
    const file = this.text(`${name}_FILE`, '');
    if (file === '') return value;
    try {
      if (value === '') return readFileSync(file, 'utf8');
      this.faults.push(`${name}: ${name}_FILE is also set; set only one of them`);
    } catch (error) {
      const { code = 'unknown error' } = error as NodeJS.ErrnoException;
      this.faults.push(`${name}_FILE: cannot read ${file} (${code})`);
    }
    return null;
  }

  /** Scheme, host, and port, or null if absent. */
  origin(name: string): string | null {
    const value = this.text(name, '');
    if (value === '') return null;
    if (URL.canParse(value) && new URL(value).origin === value) return value;
    this.faults.push(`${name}: read "${value}", expected a scheme, a host and a port only`);
    return null;
  }

  names(name: string): string[] {
    const names = this.text(name, '').toLowerCase().split(',');
    return names.map((each) => each.trim()).filter((each) => each !== '');
  }
}

const ACCOUNTS_FORM = 'AC<32 hex>:<auth token>[;SK<32 hex>:<secret>…], with commas between accounts';
const ACCOUNT = /^AC[0-9a-f]{32}:[^:;,\s]+(?:;SK[0-9a-f]{32}:[^:;,\s]+)*$/i;

/** Parses accounts in the format above. Returns null if the format is wrong, and an empty list for an empty text. */
function parseAccounts(setting: string): TwilioAccount[] | null {
  const written = setting
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '');
  if (!written.every((each) => ACCOUNT.test(each))) return null;
  return written.map((each) => {
    const logins = each.split(';').map((login) => login.split(':'));
    const [[sid = '', authToken = ''] = [], ...keys] = logins;
    return { sid, authToken, apiKeys: new Map(keys.map(([key = '', secret = '']) => [key, secret])) };
  });
}
