import { createHash, timingSafeEqual } from 'node:crypto';

/** A Twilio account: its login, and the token that signs its callbacks. */
export interface TwilioAccount {
  /** `AC` and 32 hex digits. */
  readonly sid: string;
  readonly authToken: string;
  /** The secrets of the account's API keys by their SIDs: `SK` and 32 hex digits. */
  readonly apiKeys: ReadonlyMap<string, string>;
}

/** The credentials of a request. */
export interface TwilioLogin {
  readonly username: string;
  readonly password: string;
}

/** Reads a header of HTTP's Basic scheme. An invalid header yields an empty login. */
export function readLogin(authorization: string | undefined): TwilioLogin {
  const [, encoded] = /^basic +([A-Za-z0-9+/=_-]+)$/i.exec(authorization ?? '') ?? [];
  const login = Buffer.from(encoded ?? '', 'base64').toString('utf8');
  const colon = login.indexOf(':');
  return { username: login.slice(0, Math.max(colon, 0)), password: login.slice(colon + 1) };
}

/** Whether the login belongs to the account itself or to one of its API keys. */
export function mayUse({ sid, authToken, apiKeys }: TwilioAccount, login: TwilioLogin): boolean {
  const expected = login.username === sid ? authToken : apiKeys.get(login.username);
  return expected !== undefined && isSame(login.password, expected);
}

function isSame(given: string, expected: string): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(expected));
}
