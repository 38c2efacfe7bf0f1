import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { Inject, Injectable } from '@nestjs/common';
import { AppError } from '@carillon/contracts';
import type { Vault } from '@carillon/vault';
import { type AccountConfig, accountConfig, vaultOf } from '../config';

/** OWASP's Password Storage Cheat Sheet: 19 MiB (in KiB), two passes, one lane. */
const cost = { memory: 19_456, passes: 2, parallelism: 1 };
const SALT_BYTES = 16;
const TAG_BYTES = 32;
/** Limit of running and waiting hashes. Each takes 19 MiB and a thread while it runs. */
const MOST_AT_ONCE = 32;

const derive = promisify(argon2);
const form = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

/** Hashes and compares passwords with Argon2id (RFC 9106). The gateway seals the passwords. */
@Injectable()
export class Passwords {
  private readonly vault: Vault;
  /** Used if no hash exists, so that replies for unknown people take as long as replies for known people. */
  private readonly nobodys: Promise<string>;
  private atOnce = 0;

  constructor(@Inject(accountConfig.token) config: Pick<AccountConfig, 'VAULT_KEYS'>) {
    this.vault = vaultOf(config);
    this.nobodys = this.hash(randomBytes(SALT_BYTES).toString('hex'));
  }

  /** @throws VaultError if the password was sealed for another context */
  open(sealed: string, context: string): string {
    return this.vault.open(sealed, context);
  }

  /** Returns a PHC string: `$argon2id$v=19$m=…,t=…,p=…$salt$tag`. @throws AppError service_unavailable */
  async hash(password: string): Promise<string> {
    const salt = randomBytes(SALT_BYTES);
    const tag = await this.tagOf(password, salt, cost);
    const { memory, passes, parallelism } = cost;
    const [salted, tagged] = [salt, tag].map((bytes) => bytes.toString('base64').replace(/=+$/, ''));
    return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${salted}$${tagged}`;
  }

  /** If `stored` is null, the check takes the same time and fails. @throws AppError service_unavailable */
  async isRight(password: string, stored: string | null): Promise<boolean> {
    const [, memory, passes, parallelism, salt = '', tag = ''] =
      form.exec(stored ?? (await this.nobodys)) ?? [];
    const costs = { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) };
    const derived = await this.tagOf(password, Buffer.from(salt, 'base64'), costs);
    return timingSafeEqual(derived, Buffer.from(tag, 'base64')) && stored !== null;
  }

  private async tagOf(password: string, nonce: Buffer, costs: typeof cost): Promise<Buffer> {
    if (this.atOnce >= MOST_AT_ONCE)
      throw new AppError('service_unavailable', 'Too many people are signing in');
    this.atOnce += 1;
    try {
      // Keyboards may encode the same characters in several forms. RFC 8265 §4.2 composes them.
      const message = password.normalize('NFC');
      return await derive('argon2id', { message, nonce, tagLength: TAG_BYTES, ...costs });
    } finally {
      this.atOnce -= 1;
    }
  }
}
