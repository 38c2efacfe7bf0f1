import { createHash, timingSafeEqual } from 'node:crypto';

/** A pretend Twilio account: what its owner logs in with, and what its callbacks are signed with. */
export interface Account {
  /** `AC` and 32 hex digits. */
  readonly sid: string;
  readonly authToken: string;
  /** Secrets of its API keys by their SIDs: `SK` and 32 hex digits. */
  readonly apiKeys: ReadonlyMap<string, string>;
}

export const ACCOUNTS_FORM = 'AC<32 hex>:<auth token>[;SK<32 hex>:<secret>…], with commas between accounts';
const ACCOUNT = /^AC[0-9a-f]{32}:[^:;,\s]+(?:;SK[0-9a-f]{32}:[^:;,\s]+)*$/i;

/** Reads accounts from a setting of the form above; null when it is of another. Empty: none. */
export function parseAccounts(setting: string): Account[] | null {
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

/** The accounts that are known, and who may act for them. */
export class Accounts {
  private readonly bySid: ReadonlyMap<string, Account>;

  constructor(accounts: readonly Account[]) {
    this.bySid = new Map(accounts.map((account) => [account.sid, account]));
  }

  find(sid: string): Account | undefined {
    return this.bySid.get(sid);
  }

  /** The account with this SID, if the header has its own login or one of its API keys; null otherwise. */
  authenticated(sid: string, authorization: string | undefined): Account | null {
    const account = this.bySid.get(sid);
    const [, encoded] = /^basic +([A-Za-z0-9+/=_-]+)$/i.exec(authorization ?? '') ?? [];
    if (!account || encoded === undefined) return null;
    const login = Buffer.from(encoded, 'base64').toString('utf8');
    const colon = login.indexOf(':');
    const [user, password] = [login.slice(0, Math.max(colon, 0)), login.slice(colon + 1)];
    const expected = user === account.sid ? account.authToken : account.apiKeys.get(user);
    return expected !== undefined && isSame(password, expected) ? account : null;
  }
}

function isSame(given: string, expected: string): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(expected));
}
