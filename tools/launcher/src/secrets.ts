import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mintApiKey } from '@carillon/contracts';
import { readJson, writeJson } from './json-file';
import type { TwilioLogin } from './stack/stack-file';

export interface StackSecrets {
  operatorKey: string;
  /** The key ring that credentials are sealed with: `k1:<base64 of 32 bytes>`. */
  vaultKeys: string;
  /** The account that the sandbox knows as Twilio's, with a key of it. */
  twilioAccountSid: string;
  twilioAuthToken: string;
  twilioApiKeySid: string;
  twilioApiKeySecret: string;
  /** The demo user's key, which `npm start` prints; absent until there is one. */
  apiKey?: string;
}

/** The secrets of this checkout's stack, made the first time. What the environment gives goes before them. */
export class SecretsFile {
  private constructor(
    private readonly file: string,
    private stored: StackSecrets,
  ) {}

  static open(file: string, environment: Readonly<Record<string, string | undefined>>): SecretsFile {
    const known = readJson(file);
    // Keys that were made anew could not open what the lost ones have sealed.
    if (!known && existsSync(file))
      throw new Error(`The secrets in ${file} cannot be read; repair or remove it.`);
    const text = (name: keyof StackSecrets): string | undefined => {
      const value = known?.[name];
      return typeof value === 'string' ? value : undefined;
    };
    const apiKey = text('apiKey');
    const secrets = new SecretsFile(file, {
      operatorKey: environment.BOOTSTRAP_OPERATOR_KEY ?? text('operatorKey') ?? mintApiKey('operator'),
      vaultKeys: environment.VAULT_KEYS ?? text('vaultKeys') ?? `k1:${randomBytes(32).toString('base64')}`,
      twilioAccountSid: text('twilioAccountSid') ?? `AC${randomHex()}`,
      twilioAuthToken: text('twilioAuthToken') ?? randomHex(),
      twilioApiKeySid: text('twilioApiKeySid') ?? `SK${randomHex()}`,
      twilioApiKeySecret: text('twilioApiKeySecret') ?? randomHex(),
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

/** What a Twilio integration on the sandbox is made with. */
export function twilioLogin(secrets: StackSecrets): TwilioLogin {
  return {
    accountSid: secrets.twilioAccountSid,
    authToken: secrets.twilioAuthToken,
    apiKeySid: secrets.twilioApiKeySid,
    apiKeySecret: secrets.twilioApiKeySecret,
  };
}

/** 32 digits, as Twilio's SIDs and tokens have. */
function randomHex(): string {
  return randomBytes(16).toString('hex');
}
