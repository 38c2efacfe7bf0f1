import { hash } from 'node:crypto';
import { AppError, type Rate } from '@carillon/contracts';
import { parseSecret } from '@carillon/platform';
import { type Sealer, createSealer, parsePublicKey } from '@carillon/vault';
import { Inject, Injectable } from '@nestjs/common';
import { unfitCharacters, isLongerThan, issue } from '@carillon/input';
import { type GatewayConfig, gatewayConfig } from '../../config';
import { Holds, stringRule } from '../../http/input/rule';
import { LINE_PATTERN } from '../../http/input/texts';
import { RateLimited } from '../../http/rate-limits/rate-limited';
import { SharedLimits } from '../../http/rate-limits/shared-limits';

const SECONDS_A_MINUTE = 60;
/** Wrong passwords of one person, from wherever they come: ten at once, then one in ninety seconds. */
const OF_A_PERSON: Rate = { perSecond: 1 / 90, burst: 10 };
/** Mails that one person, or one account, can be made to get or send. */
const MAILS: Rate = { perSecond: 1 / 600, burst: 5 };
const INVITATIONS: Rate = { perSecond: 1 / 60, burst: 50 };
const MIN_PASSWORD = 12;
const MAX_PASSWORD = 128;
const NAME_LENGTH = 40;

/** Passwords on their way to the account service, and how often somebody may try. */
@Injectable()
export class Credentials {
  private readonly sealer: Sealer;
  private readonly ofSource: Rate;

  constructor(
    private readonly limits: SharedLimits,
    @Inject(gatewayConfig.token) config: GatewayConfig,
  ) {
    const { VAULT_PUBLIC_KEY, FAILED_AUTHENTICATIONS_PER_MINUTE: most } = config;
    this.sealer = createSealer(parseSecret('VAULT_PUBLIC_KEY', VAULT_PUBLIC_KEY, parsePublicKey));
    this.ofSource = { perSecond: most / SECONDS_A_MINUTE, burst: most };
  }

  seal(password: string, context: string): string {
    return this.sealer.seal(password, context);
  }

  /** Counts a try of a password, and only if it fails. `network` null: it is made in a session. @throws RateLimited */
  async attempt<T>(person: string, network: string | null, work: () => Promise<T>): Promise<T> {
    const counted: [string, Rate][] = [[named('password of', person), OF_A_PERSON]];
    if (network !== null) counted.unshift([named('passwords from', network), this.ofSource]);
    const taken: typeof counted = [];
    const giveBack = () => taken.forEach(([name, rate]) => this.buckets.giveBack(name, rate));
    try {
      for (const [name, rate] of counted) {
        this.take(name, rate, 'Too many wrong passwords');
        taken.push([name, rate]);
      }
      const result = await work();
      giveBack();
      return result;
    } catch (error) {
      if (error instanceof AppError && isNoGuess(error)) giveBack();
      throw error;
    }
  }

  /** Counts a mail to a person, and a request for one from a network. @throws RateLimited */
  countMail(email: string, network: string): void {
    this.take(named('mail asked from', network), this.ofSource, 'Too many requests');
    this.take(named('mail to', email), MAILS, 'Too many mails to this address');
  }

  /** @throws RateLimited */
  countInvitation(userId: string): void {
    this.take(named('invitations of', userId), INVITATIONS, 'Too many invitations');
  }

  private take(name: string, rate: Rate, detail: string): void {
    const { taken, bucket } = this.buckets.take(name, rate);
    if (!taken) throw new RateLimited(detail, bucket.lastsS);
  }

  private get buckets() {
    return this.limits.failedAuthentications;
  }
}

/** Whether an error says nothing of the password, or that it was right. */
function isNoGuess({ kind, code }: AppError): boolean {
  return kind === 'unavailable' || kind === 'limited' || code === 'second_factor_required';
}

/** Gateways tell each other these names: they have a limited length, and no addresses. */
function named(what: string, whose: string): string {
  return hash('sha256', `${what} ${whose}`).slice(0, NAME_LENGTH);
}

const passwordRule = (min: number) =>
  stringRule(
    { minLength: min, maxLength: MAX_PASSWORD, format: 'password', pattern: LINE_PATTERN },
    (text) => {
      const unfit = unfitCharacters(text);
      if (unfit.length > 0) return unfit;
      if (text === '') return issue('empty', 'This must not be empty');
      if (Array.from(text).length < min)
        return issue('too_short', `A password has at least ${min} characters`);
      if (!isLongerThan(text, MAX_PASSWORD)) return [];
      return issue('too_long', `A password has at most ${MAX_PASSWORD} characters`);
    },
  );
const newRule = passwordRule(MIN_PASSWORD);
const givenRule = passwordRule(1);

/** A password that is to be: long, of whatever characters (NIST SP 800-63B §3.1.1.2). */
export const IsNewPassword = (): PropertyDecorator => Holds('isNewPassword', newRule);
/** A password that may be right. */
export const IsPassword = (): PropertyDecorator => Holds('isPassword', givenRule);

export { newRule as newPasswordRule };
