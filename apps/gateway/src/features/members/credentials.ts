import { hash } from 'node:crypto';
import { AppError, type Rate } from '@carillon/contracts';
import type { Sealer } from '@carillon/vault';
import { Inject, Injectable } from '@nestjs/common';
import { unfitCharacters, isLongerThan, issue } from '@carillon/input';
import { type GatewayConfig, gatewayConfig, sealerOf } from '../../config';
import { Holds, stringRule } from '../../http/input/rule';
import { LINE_PATTERN } from '../../http/input/texts';
import { RateLimited } from '../../http/rate-limits/rate-limited';
import { SharedLimits } from '../../http/rate-limits/shared-limits';

const SECONDS_A_MINUTE = 60;
/** Wrong passwords of one person from one network, or in sessions: ten at once, then one in ninety seconds. */
const OF_A_PERSON: Rate = { perSecond: 1 / 90, burst: 10 };
/** The same from all networks together: a stranger must not reach it alone, and keep the person out. */
const OF_A_PERSON_ANYWHERE: Rate = { perSecond: 1 / 30, burst: 100 };
/** Right ones, as each costs a hash: fewer at once than the account service makes of all people. */
const RIGHT_OF_A_PERSON: Rate = { perSecond: 1 / 15, burst: 20 };
/** How many people of a network may sign in, for each wrong password that may come from there. */
const RIGHT_OF_A_NETWORK = 5;
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
  private readonly rightOfSource: Rate;

  constructor(
    private readonly limits: SharedLimits,
    @Inject(gatewayConfig.token) config: GatewayConfig,
  ) {
    const { FAILED_AUTHENTICATIONS_PER_MINUTE: most } = config;
    this.sealer = sealerOf(config);
    const times = (factor: number): Rate => ({
      perSecond: (most * factor) / SECONDS_A_MINUTE,
      burst: most * factor,
    });
    this.ofSource = times(1);
    this.rightOfSource = times(RIGHT_OF_A_NETWORK);
  }

  seal(password: string, context: string): string {
    return this.sealer.seal(password, context);
  }

  /**
   * Counts a try of a password: among the wrong ones until it is known to be right, and else among the right ones.
   * `network` null: it is made in a session. @throws RateLimited
   */
  attempt<T>(person: string, network: string | null, work: () => Promise<T>): Promise<T> {
    return this.trying(network === null ? inSession(person) : this.fromNetwork(person, network), work);
  }

  /** The same for who comes back from a provider, and is nobody yet. @throws RateLimited */
  attemptByProvider<T>(network: string, work: () => Promise<T>): Promise<T> {
    const { wrong, right } = this.ofNetwork(network);
    return this.trying([[wrong], [right]], work);
  }

  /** Counts who leaves for a provider. @throws RateLimited */
  countLeaving(network: string): void {
    this.take('sign-ins begun from', network, this.rightOfSource, 'Too many sign-ins');
  }

  private async trying<T>([wrong, right]: [Counted[], Counted[]], work: () => Promise<T>): Promise<T> {
    this.takeAll([...wrong, ...right]);
    try {
      const result = await work();
      this.giveBack(wrong);
      return result;
    } catch (error) {
      const outcome = error instanceof AppError ? outcomeOf(error) : 'wrong';
      if (outcome !== 'wrong') this.giveBack(wrong);
      if (outcome !== 'right') this.giveBack(right);
      throw error;
    }
  }

  /** Counts a use of a link, which may cost a hash. @throws RateLimited */
  countLink(network: string): void {
    this.take('links from', network, this.ofSource, 'Too many requests');
  }

  /** Forgets the wrong passwords of who has set another one by a link in a mail. */
  forgive(email: string, network: string): void {
    const [[, ...ofPerson]] = this.fromNetwork(email, network);
    for (const { name, rate } of ofPerson) this.buckets.giveBack(name, rate, rate.burst);
  }

  /** Counts a mail to a person, and a request for one from a network. @throws RateLimited */
  countMail(email: string, network: string): void {
    this.take('mail asked from', network, this.ofSource, 'Too many requests');
    this.take('mail to', email, MAILS, 'Too many mails to this address');
  }

  /** Counts a mail of an account, and to a person, whoever invites them. @throws RateLimited */
  countInvitation(userId: string, email: string): void {
    this.take('invitations of', userId, INVITATIONS, 'Too many invitations');
    this.take('invitation to', email, MAILS, 'Too many mails to this address');
  }

  private ofNetwork(network: string): { wrong: Counted; right: Counted } {
    return {
      wrong: counted('passwords from', network, this.ofSource),
      right: counted('right passwords from', network, this.rightOfSource),
    };
  }

  private fromNetwork(person: string, network: string): [wrong: Counted[], right: Counted[]] {
    const { wrong, right } = this.ofNetwork(network);
    return [
      [
        wrong,
        counted(`password from ${network} of`, person, OF_A_PERSON),
        counted('password of', person, OF_A_PERSON_ANYWHERE),
      ],
      [counted('right password of', person, RIGHT_OF_A_PERSON), right],
    ];
  }

  private take(what: string, whose: string, rate: Rate, detail: string): void {
    this.takeAll([counted(what, whose, rate)], detail);
  }

  private takeAll(all: readonly Counted[], detail = 'Too many passwords'): void {
    all.forEach(({ name, rate }, i) => {
      const { taken, bucket } = this.buckets.take(name, rate);
      if (taken) return;
      this.giveBack(all.slice(0, i));
      throw new RateLimited(detail, bucket.lastsS);
    });
  }

  private giveBack(all: readonly Counted[]): void {
    for (const { name, rate } of all) this.buckets.giveBack(name, rate);
  }

  private get buckets() {
    return this.limits.failedAuthentications;
  }
}

function inSession(loginId: string): [wrong: Counted[], right: Counted[]] {
  return [
    [counted('password of', loginId, OF_A_PERSON)],
    [counted('right password of', loginId, RIGHT_OF_A_PERSON)],
  ];
}

/** What an error says of the password: it was right if no more than the second factor was missing. */
function outcomeOf({ kind, code }: AppError): 'wrong' | 'right' | 'unknown' {
  if (code === 'second_factor_required') return 'right';
  return kind === 'unavailable' || kind === 'limited' ? 'unknown' : 'wrong';
}

/** A bucket from which is taken. */
interface Counted {
  name: string;
  rate: Rate;
}

/** Gateways tell each other the names: they have a limited length, and no addresses. */
function counted(what: string, whose: string, rate: Rate): Counted {
  return { name: hash('sha256', `${what} ${whose}`).slice(0, NAME_LENGTH), rate };
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
