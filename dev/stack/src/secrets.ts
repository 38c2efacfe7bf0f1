import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { type KeyRing, mintApiKey, parseKeyRing, publicKeyOf } from '@carillon/vault';
import { readJson, writeJson } from './json-file';

/** The credentials of a Twilio integration. */
export interface TwilioLogin {
  accountSid: string;
  authToken: string;
  apiKeySid: string;
  apiKeySecret: string;
}

/** The sandbox's Twilio account, with one API key. */
export interface TwilioSecrets {
  twilioAccountSid: string;
  twilioAuthToken: string;
  twilioApiKeySid: string;
  twilioApiKeySecret: string;
}

export interface StackSecrets extends TwilioSecrets {
  operatorKey: string;
  /** The key ring that opens credentials: `k1:<base64 of 32 bytes>`. */
  vaultKeys: string;
  /**
   * The public key that seals credentials. It belongs to the first key of the ring, unless the environment overrides
   * it.
   */
  vaultPublicKey: string;
  /** The key ring of unsubscribe links, in the vault's format. */
  linkKeys: string;
  /** The key that signs the cursors of lists: 32 bytes in base64. */
  cursorKey: string;
  /** The key ring of the hashes that replace erased addresses, in the vault's format. */
  erasureKeys: string;
  /** The passwords of the broker and the database in docker-compose.yml. */
  brokerPassword: string;
  databasePassword: string;
  /** The demo user's key, which `npm start` prints. Absent until it is created. */
  apiKey?: string;
}

/** The secrets of a stack, which its first start generates. The environment takes precedence. */
export class SecretsFile {
  private constructor(
    private readonly file: string,
    private stored: StackSecrets,
  ) {}

  static open(file: string, environment: Readonly<Record<string, string | undefined>>): SecretsFile {
    const known = readJson(file);
    // New keys cannot decrypt what was encrypted with the lost ones.
    if (!known && existsSync(file))
      throw new Error(`The secrets in ${file} cannot be read; repair or remove it.`);
    const text = (name: keyof StackSecrets): string | undefined => {
      const value = known?.[name];
      return typeof value === 'string' ? value : undefined;
    };
    const apiKey = text('apiKey');
    const vaultKeys = environment.VAULT_KEYS ?? text('vaultKeys') ?? `k1:${newKey()}`;
    const secrets = new SecretsFile(file, {
      operatorKey: environment.BOOTSTRAP_OPERATOR_KEY ?? text('operatorKey') ?? mintApiKey('operator'),
      vaultKeys,
      vaultPublicKey: environment.VAULT_PUBLIC_KEY ?? publicKeyOf(readRing(vaultKeys)),
      linkKeys: environment.LINK_KEYS ?? text('linkKeys') ?? `k1:${newKey()}`,
      cursorKey: environment.CURSOR_KEY ?? text('cursorKey') ?? newKey(),
      erasureKeys: environment.ERASURE_KEYS ?? text('erasureKeys') ?? `k1:${newKey()}`,
      twilioAccountSid: text('twilioAccountSid') ?? `AC${randomHex()}`,
      twilioAuthToken: text('twilioAuthToken') ?? randomHex(),
      twilioApiKeySid: text('twilioApiKeySid') ?? `SK${randomHex()}`,
      twilioApiKeySecret: text('twilioApiKeySecret') ?? randomHex(),
      brokerPassword: environment.BROKER_PASSWORD ?? text('brokerPassword') ?? randomHex(),
      databasePassword: environment.DATABASE_PASSWORD ?? text('databasePassword') ?? randomHex(),
      ...(apiKey === undefined ? {} : { apiKey }),
    });
    secrets.save({});
    return secrets;
  }

  get values(): Readonly<StackSecrets> {
    return this.stored;
  }

  save(changes: Partial<StackSecrets>): void {
    this.stored = { ...this.stored, ...changes };
    writeJson(this.file, this.stored);
  }
}

/** The credentials of an integration with the sandbox's Twilio. */
export function twilioLogin(secrets: TwilioSecrets): TwilioLogin {
  return {
    accountSid: secrets.twilioAccountSid,
    authToken: secrets.twilioAuthToken,
    apiKeySid: secrets.twilioApiKeySid,
    apiKeySecret: secrets.twilioApiKeySecret,
  };
}

/** @throws Error that names the variable and does not show its value */
function readRing(vaultKeys: string): KeyRing {
  try {
    return parseKeyRing(vaultKeys);
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new Error(`VAULT_KEYS: ${why}`, { cause });
  }
}

/** 32 bytes in base64. */
function newKey(): string {
  return randomBytes(32).toString('base64');
}

/** 32 hex digits, like Twilio's SIDs and tokens. */
function randomHex(): string {
  return randomBytes(16).toString('hex');
}
