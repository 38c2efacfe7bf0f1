import { type KeyObject, createHmac, timingSafeEqual } from 'node:crypto';
import type { SignUpForm } from '@carillon/contracts';
import { Clock, parseSecret } from '@carillon/platform';
import { parseKey } from '@carillon/vault';
import { Inject, Injectable } from '@nestjs/common';
import { type GatewayConfig, gatewayConfig } from '../../config';

/** People need longer than this for a form (milliseconds). */
const FASTEST_MS = 2_000;
const VALID_MS = 24 * 3_600_000;
const stampForm = /^(\d{1,16})\.([A-Za-z0-9_-]{43})$/;

/**
 * When a page with a form was loaded, and which wording it showed, signed. A form without a stamp comes from another
 * site, or from a program.
 */
@Injectable()
export class FormStamps {
  private readonly key: KeyObject;

  constructor(
    private readonly clock: Clock,
    @Inject(gatewayConfig.token) { CURSOR_KEY }: GatewayConfig,
  ) {
    this.key = parseSecret('CURSOR_KEY', CURSOR_KEY, parseKey);
  }

  of(form: SignUpForm): string {
    const at = String(this.clock.now().getTime());
    return `${at}.${this.sign(form, at).toString('base64url')}`;
  }

  /** Whether a person can have filled in the form, with its current wording, since the page was loaded. */
  isPlausible(stamp: string, current: SignUpForm): boolean {
    const [, at = '', signature = ''] = stampForm.exec(stamp) ?? [];
    const bytes = Buffer.from(signature, 'base64url');
    const expected = this.sign(current, at);
    if (bytes.length !== expected.length || !timingSafeEqual(bytes, expected)) return false;
    const age = this.clock.now().getTime() - Number(at);
    return age >= FASTEST_MS && age <= VALID_MS;
  }

  private sign({ id, wordingVersion }: SignUpForm, at: string): Buffer {
    return createHmac('sha256', this.key).update(`sign-up form ${id} ${wordingVersion} ${at}`).digest();
  }
}
