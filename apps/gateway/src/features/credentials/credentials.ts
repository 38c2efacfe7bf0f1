import { hash } from 'node:crypto';
import { AppError, type Rate } from '@carillon/contracts';
import { Messenger } from '@carillon/messaging';
import { Clock, Logger } from '@carillon/platform';
import type { Sealer } from '@carillon/vault';
import { Inject, Injectable } from '@nestjs/common';
import { type GatewayConfig, gatewayConfig, sealerOf } from '../../config';
import { RateLimited } from '../../http/rate-limits/rate-limited';
import type { BucketSketch, Taking } from '../../http/rate-limits/bucket-sketch';
import { SharedLimits, type SketchKind } from '../../http/rate-limits/shared-limits';

const SECONDS_A_MINUTE = 60;
/**
 * Limits wrong passwords of one person from one network, or in sessions: a burst of ten, then one every ninety seconds.
 */
const OF_A_PERSON: Rate = { perSecond: 1 / 90, burst: 10 };
/**
 * Limits wrong passwords of one person from all networks together. A stranger must not be able to reach this limit
 * alone and lock the person out.
 */
const OF_A_PERSON_ANYWHERE: Rate = { perSecond: 1 / 30, burst: 100 };
/**
 * Limits correct passwords, each of which costs a hash. The burst is smaller than the number of hashes that the account
 * service computes concurrently for all people.
 */
const RIGHT_OF_A_PERSON: Rate = { perSecond: 1 / 15, burst: 20 };
/** The number of people in a network who can sign in for each wrong password that the network can send. */
const RIGHT_OF_A_NETWORK = 5;
/** Limits the emails that one person can be sent, or that one account can send. */
const MAILS: Rate = { perSecond: 1 / 600, burst: 5 };
const INVITATIONS: Rate = { perSecond: 1 / 60, burst: 50 };

const NAME_LENGTH = 40;

/** Sends at most one report per person and hour to the account service about attempts to guess the password. */
const NOTICES: Rate = { perSecond: 1 / 3_600, burst: 1 };

/** The person whose password is tried, and the origin of the attempt. */
export interface Attempt {
  email: string;
  network: string;
  /** The mark of a browser in which the person has signed in before. Null: unknown browser. */
  device: string | null;
  hasCode: boolean;
}

/** Limits password attempts per person, before the account service checks them. */
@Injectable()
export class Credentials {
  private readonly sealer: Sealer;
  private readonly limited: Readonly<Record<Exclude<SketchKind, 'wrong-key'>, BucketSketch>>;

  constructor(
    private readonly limits: SharedLimits,
    private readonly messenger: Messenger,
    private readonly clock: Clock,
    private readonly log: Logger,
    @Inject(gatewayConfig.token) config: GatewayConfig,
  ) {
    const { FAILED_AUTHENTICATIONS_PER_MINUTE: most } = config;
    this.sealer = sealerOf(config);
    const times = (factor: number): Rate => ({
      perSecond: (most * factor) / SECONDS_A_MINUTE,
      burst: most * factor,
    });
    this.limited = {
      network: limits.sketch('network', times(1)),
      'network-right': limits.sketch('network-right', times(RIGHT_OF_A_NETWORK)),
      person: limits.sketch('person', OF_A_PERSON_ANYWHERE),
      'person-network': limits.sketch('person-network', OF_A_PERSON),
      'person-right': limits.sketch('person-right', RIGHT_OF_A_PERSON),
      mail: limits.sketch('mail', MAILS),
      notice: limits.sketch('notice', NOTICES),
    };
  }

  seal(password: string, context: string): string {
    return this.sealer.seal(password, context);
  }

  /**
   * Counts a password attempt as wrong until it is known to be correct. Attackers who guess a person's password from
   * many networks block only themselves. A browser in which the person has signed in before has its own limits, and an
   * attempt with a code passes if `work` requires the code in any case.
   * @throws RateLimited
   */
  attempt<T>(who: Attempt, work: (needsSecondFactor: boolean) => Promise<T>): Promise<T> {
    const ofBrowser = who.device === null ? null : this.taken(ofDevice(who.device));
    const counts = ofBrowser ?? this.taken(ofPerson(who));
    if (counts) return this.settle(counts, () => work(false));
    this.reportGuesses(who.email);
    if (who.hasCode) return this.settle(this.take(ofCode(who)), () => work(true));
    throw this.refusalOf(who);
  }

  /** Counts a password that a person enters in a session. @throws RateLimited */
  confirm<T>(loginId: string, work: () => Promise<T>): Promise<T> {
    const counts = {
      wrong: [count('person-network', 'password of', loginId)],
      right: [count('person-right', 'password of', loginId)],
    };
    return this.settle(this.take(counts), work);
  }

  /** Counts the return of a person from a provider who isn't identified yet. @throws RateLimited */
  attemptByProvider<T>(network: string, work: () => Promise<T>): Promise<T> {
    return this.settle(this.take(ofNetwork(network)), work);
  }

  /** Counts redirects to a provider. @throws RateLimited */
  countLeaving(network: string): void {
    this.takeAll([count('network-right', 'sign-ins begun from', network)], 'Too many sign-ins');
  }

  /** Counts the use of a link, which may cost a hash. @throws RateLimited */
  countLink(network: string): void {
    this.takeAll([count('network', 'links from', network)], 'Too many requests');
  }

  /** Clears the count of wrong passwords after a password reset by an emailed link. */
  forgive(email: string, network: string): void {
    const who = { email, network };
    for (const { kind, name } of [...ofPerson(who).wrong, ...ofCode(who).wrong])
      if (kind !== 'network') this.limited[kind].forgive(name);
  }

  /** Counts an email to a person, and the request for it from a network. @throws RateLimited */
  countMail(email: string, network: string): void {
    this.takeAll([count('network', 'mail requested from', network)], 'Too many requests');
    this.takeAll([count('mail', 'mail to', email)], TOO_MANY_MAILS);
  }

  /** Counts an email of an account to a person, regardless of the inviter. @throws RateLimited */
  countInvitation(userId: string, email: string): void {
    const { taken, bucket } = this.limits.keys.take(`invitations ${userId}`, INVITATIONS);
    if (!taken) throw new RateLimited('Too many invitations', bucket.lastsS);
    this.takeAll([count('mail', 'invitation to', email)], TOO_MANY_MAILS);
  }

  private async settle<T>({ wrong, right }: Counts, work: () => Promise<T>): Promise<T> {
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

  /** The error for attempts without a known browser or a code. */
  private refusalOf(who: Attempt): RateLimited {
    const { wrong, right } = ofPerson(who);
    const states = [...wrong, ...right].map((each) => ({ ...each, ...this.peek(each) }));
    const isOfPerson = states.some(
      ({ kind, taken }) => !taken && kind !== 'network' && kind !== 'network-right',
    );
    const lastsS = Math.max(1, ...states.map((each) => each.lastsS));
    return new RateLimited(isOfPerson ? GUARDED : TOO_MANY_PASSWORDS, lastsS, isOfPerson ? [codeHelps] : []);
  }

  /**
   * Reports to the account service that too many wrong passwords of a person came from all networks. No request waits
   * for the report.
   */
  private reportGuesses(email: string): void {
    if (this.peek(count('person', 'password of', email)).taken) return;
    if (!this.limited.notice.take(count('notice', 'guesses of', email).name).taken) return;
    this.messenger
      .publish('sign-in.limited', { email, at: this.clock.now().toISOString() })
      .catch((error: unknown) => this.log.error({ err: error }, 'guesses of a password were not reported'));
  }

  private peek({ kind, name }: Count): Taking {
    return this.limited[kind].peek(name);
  }

  /** Takes one token from each bucket, or none. Returns null if a token is missing. */
  private taken(counts: Counts): Counts | null {
    return this.shortage([...counts.wrong, ...counts.right]) === null ? counts : null;
  }

  /** @throws RateLimited */
  private take(counts: Counts): Counts {
    this.takeAll([...counts.wrong, ...counts.right], TOO_MANY_PASSWORDS);
    return counts;
  }

  private takeAll(all: readonly Count[], detail: string): void {
    const lastsS = this.shortage(all);
    if (lastsS !== null) throw new RateLimited(detail, lastsS);
  }

  /**
   * Takes one token from each bucket, or none. Returns null, or the time until the missing token is available
   * (seconds).
   */
  private shortage(all: readonly Count[]): number | null {
    for (const [index, { kind, name }] of all.entries()) {
      const { taken, lastsS } = this.limited[kind].take(name);
      if (taken) continue;
      this.giveBack(all.slice(0, index));
      return lastsS;
    }
    return null;
  }

  private giveBack(all: readonly Count[]): void {
    for (const { kind, name } of all) this.limited[kind].giveBack(name);
  }
}

const TOO_MANY_PASSWORDS = 'Too many password attempts';
const TOO_MANY_MAILS = 'Too many emails to this address';
const GUARDED =
  'Too many incorrect passwords were tried for this address. Sign in from a browser that you used before, send a second-factor code, or reset your password by email';
const codeHelps = {
  field: 'code',
  code: 'required' as const,
  detail: 'Send the same request with a second-factor code',
};

/** A rate limit bucket. */
interface Count {
  kind: Exclude<SketchKind, 'wrong-key'>;
  name: string;
}

/** The tokens of an attempt. They are returned when the result of the attempt is known. */
interface Counts {
  wrong: Count[];
  right: Count[];
}

function ofNetwork(network: string): Counts {
  return {
    wrong: [count('network', 'passwords from', network)],
    right: [count('network-right', 'right passwords from', network)],
  };
}

function ofPerson({ email, network }: Pick<Attempt, 'email' | 'network'>): Counts {
  const { wrong, right } = ofNetwork(network);
  return {
    wrong: [
      ...wrong,
      count('person-network', `password from ${network} of`, email),
      count('person', 'password of', email),
    ],
    right: [count('person-right', 'password of', email), ...right],
  };
}

/** The limits of a browser in which the person has signed in. Attempts from other browsers can't exhaust them. */
function ofDevice(device: string): Counts {
  return {
    wrong: [count('person-network', 'password by', device)],
    right: [count('person-right', 'password by', device)],
  };
}

/** The limits of an attempt that is accepted only with a correct code. They limit only the work. */
function ofCode({ email, network }: Pick<Attempt, 'email' | 'network'>): Counts {
  const { wrong, right } = ofNetwork(network);
  const from = `code from ${network} of`;
  return {
    wrong: [...wrong, count('person-network', from, email)],
    right: [...right, count('person-right', from, email)],
  };
}

/** Whether an error implies that the password was correct, because only the second factor was missing. */
function outcomeOf({ kind, code }: AppError): 'wrong' | 'right' | 'unknown' {
  if (code === 'second_factor_required') return 'right';
  return kind === 'unavailable' || kind === 'limited' ? 'unknown' : 'wrong';
}

/** Gateways share the names, so names have a limited length and contain no addresses. */
function count(kind: Count['kind'], what: string, whose: string): Count {
  return { kind, name: hash('sha256', `${what} ${whose}`).slice(0, NAME_LENGTH) };
}
