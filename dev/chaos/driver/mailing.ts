import type { Timestamp } from 'mongodb';
import { until } from '../../driver/api';
import { type TestGroup, send } from '../../driver/arrange';
import { check } from '../checker/check';
import { type Expectation, everybody } from '../checker/expectation';
import type { Evidence, Person } from '../evidence/evidence';
import { gather, readReport } from '../evidence/gather';
import { present } from '../evidence/ledger';
import type { Recorded } from '../recorder/record';
import type { Rig } from '../rig/rig';
import type { Sender } from './sender';

/**
 * The time limit for a campaign from publishing to its end, with the fault (seconds). If a connection breaks before
 * the email's transfer begins, the email is known to be unsent, and its next attempt follows after five minutes.
 */
const END_S = 420;
const CONTENT = { name: 'For {{name}}', emailMessage: '<p>Dear {{name}}</p>', smsMessage: 'Dear {{name}}' };

/** The violations that a campaign ended with. */
export class Violations extends Error {
  override readonly name = 'Violations';

  constructor(readonly violations: readonly string[]) {
    super(violations.join('; '));
  }
}

/** A campaign of a scenario, which is published, observed from outside, and examined after its end. */
export class Mailing {
  /** The evidence, after the campaign was examined. */
  seen: Evidence | undefined;
  /** Whether the scenario or the checker has reported its errors. */
  isJudged = false;

  private constructor(
    readonly campaign: string,
    readonly members: readonly Person[],
    private readonly sender: Sender,
    private readonly rig: Rig,
    private readonly since: Timestamp,
  ) {}

  /** Publishes a campaign to groups with these members. `audience`: segments and exclusions. */
  static async publish(
    rig: Rig,
    sender: Sender,
    groups: readonly TestGroup[],
    members: readonly Person[],
    audience?: object,
  ): Promise<Mailing> {
    const since = await present(rig.parts.database);
    const campaign = await send(sender.user, groups, { ...CONTENT, ...(audience && { audience }) });
    return new Mailing(campaign, members, sender, rig, since);
  }

  get recorded(): readonly Recorded[] {
    const { campaign, sender, rig } = this;
    const mails = sender.mails.flatMap((mail) => mail.of(campaign));
    return [...mails, ...rig.parts.provider.of(campaign)];
  }

  /** Resolves when providers have accepted at least `count` messages. */
  async reaches(count: number, seconds = 60): Promise<void> {
    await until(`${count} messages`, seconds, () => Promise.resolve(this.recorded.length >= count), 5);
  }

  /** Resolves when the campaign has this status. Tolerates an API that is unavailable for a while. */
  async ends(status: Expectation['end'] = 'SENT', seconds = END_S): Promise<void> {
    const { campaign, sender } = this;
    await until(`the end of the campaign as ${status}`, seconds, async () => {
      const report = await readReport(campaign, sender.user.key).catch(() => null);
      return report?.status === status;
    });
  }

  /**
   * Throws Violations if a promise is broken. Waits at most `waitMs` for queues to become empty and leases to end.
   */
  async examine(expected: Expectation = everybody, waitMs?: number): Promise<Evidence> {
    const { campaign, members, since, sender, rig } = this;
    const recorded = (): readonly Recorded[] => this.recorded;
    const { database, queues, fleet } = rig.parts;
    const lived = (holder: string): boolean => fleet.lived(holder);
    const context = { campaign, key: sender.user.key, members, recorded, lived, since };
    const wait = waitMs === undefined ? {} : { waitMs };
    this.seen = await gather({ ...context, ...wait }, database, queues);
    this.judge(check(this.seen, expected));
    return this.seen;
  }

  /** Throws Violations if a promise is broken. */
  judge(violations: readonly string[]): void {
    this.isJudged = true;
    if (violations.length > 0) throw new Violations(violations);
  }
}
