import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';
import { Clock, parseSecret } from '@carillon/platform';
import { parseKey } from '@carillon/vault';
import { Inject, Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type GatewayConfig, gatewayConfig } from '../config';
import { readCookie, setCookie } from './session-token';

const COOKIE = 'carillon-devices';
const KEY_BYTES = 32;
const NONCE_BYTES = 16;
const SIGNATURE_BYTES = 16;
const DAY_S = 86_400;
const DAY_MS = DAY_S * 1_000;
/** How long a device stays known without a sign-in (days). */
const LIFETIME_DAYS = 180;
/** The limit of people who share one browser. The person who signed in longest ago is dropped. */
const MOST_PEOPLE = 8;
const SEPARATOR = '~';
const form = /^([0-9a-z]{1,8})\.([\w-]{22})\.([\w-]{22})$/;

/**
 * Browsers in which people have signed in before: OWASP's device cookies ("Slow Down Online Guessing Attacks with
 * Device Cookies"). Attackers who guess a password can't lock such a browser out. The cookie has a mark for each
 * person, `<day>.<nonce>.<signature>`, which is valid at every gateway and doesn't authenticate anyone.
 */
@Injectable()
export class KnownDevices {
  private readonly key: Buffer;
  private readonly isSecure: boolean;

  constructor(
    private readonly clock: Clock,
    @Inject(gatewayConfig.token) { CURSOR_KEY, PUBLIC_URL }: GatewayConfig,
  ) {
    const key = parseSecret('CURSOR_KEY', CURSOR_KEY, parseKey);
    this.key = Buffer.from(hkdfSync('sha256', key, '', 'carillon known devices', KEY_BYTES));
    this.isSecure = PUBLIC_URL.startsWith('https:');
  }

  /** The ID of a browser in which this person has signed in; null if it is unknown. */
  find(request: Pick<FastifyRequest, 'headers'>, email: string): string | null {
    for (const mark of this.marksOf(request)) {
      const [, day = '', nonce = '', signature = ''] = form.exec(mark) ?? [];
      const expected = this.sign(email, day, nonce);
      const presented = Buffer.from(signature, 'base64url');
      if (presented.length !== expected.length || !timingSafeEqual(presented, expected)) continue;
      return this.today() - parseInt(day, 36) <= LIFETIME_DAYS ? nonce : null;
    }
    return null;
  }

  /** Marks this browser as known for the person, who has just authenticated. */
  remember(request: Pick<FastifyRequest, 'headers'>, reply: FastifyReply, email: string): void {
    const own = this.find(request, email);
    const others = this.marksOf(request).filter((mark) => own === null || !mark.includes(own));
    const day = this.today().toString(36);
    const nonce = randomBytes(NONCE_BYTES).toString('base64url');
    const mark = `${day}.${nonce}.${this.sign(email, day, nonce).toString('base64url')}`;
    const marks = [mark, ...others].slice(0, MOST_PEOPLE);
    const options = { isSecure: this.isSecure, maxAgeS: LIFETIME_DAYS * DAY_S };
    setCookie(reply, COOKIE, marks.join(SEPARATOR), options);
  }

  private marksOf(request: Pick<FastifyRequest, 'headers'>): string[] {
    const marks = (readCookie(request, COOKIE, this.isSecure) ?? '').split(SEPARATOR, MOST_PEOPLE);
    return marks.filter((mark) => form.test(mark));
  }

  private sign(email: string, day: string, nonce: string): Buffer {
    const text = JSON.stringify([email, day, nonce]);
    return createHmac('sha256', this.key).update(text).digest().subarray(0, SIGNATURE_BYTES);
  }

  private today(): number {
    return Math.floor(this.clock.now().getTime() / DAY_MS);
  }
}
