import { AppError, type FieldError, type NamedSenders, type Plan, channels } from '@carillon/contracts';
import { Messenger } from '@carillon/messaging';
import { Database } from '@carillon/mongo';
import { Injectable } from '@nestjs/common';

const MAX_YEARS_AHEAD = 1;
const JUST_PASSED_MS = 60_000;

/** The preconditions of sending a campaign. */
@Injectable()
export class SendingPreconditions {
  constructor(
    private readonly messenger: Messenger,
    private readonly database: Database,
  ) {}

  /** The user's current plan, from the account service and not from a cache. @throws AppError account_suspended */
  async planOf(userId: string): Promise<Plan> {
    const user = await this.messenger.request('user.get', { id: userId });
    if (user.status === 'SUSPENDED') throw new AppError('account_suspended');
    return user.plan;
  }

  /** An error entry for each ID that is not a group of this user. The field is the position of the ID. */
  async missingGroups(userId: string, groups: string[]): Promise<FieldError[]> {
    const { missing } = await this.messenger.request('group.find-missing', { userId, ids: groups });
    return groups.flatMap((group, index) =>
      missing.includes(group)
        ? [{ field: `groups.${index}`, code: 'not_found' as const, detail: `Group ${group} does not exist` }]
        : [],
    );
  }

  /** An error entry for each sender that belongs to another user or another channel. */
  async missingSenders(userId: string, named: NamedSenders = {}): Promise<FieldError[]> {
    if (Object.keys(named).length === 0) return [];
    const { senders } = await this.messenger.request('account.sending-profile', { userId });
    return channels.flatMap((channel) => {
      const id = named[channel];
      if (id === undefined || senders.some((each) => each.channel === channel && each.senderId === id))
        return [];
      const detail = `There is no sender ${id} for ${channel}`;
      return [{ field: `senders.${channel}`, code: 'not_found' as const, detail }];
    });
  }

  /**
   * A campaign may be scheduled up to a year ahead. Clocks differ: a time that has just passed counts as now. The
   * database's clock decides, as it does when the campaign is due.
   * @throws AppError validation_failed
   */
  async requireTimely(scheduledAt: string | null): Promise<void> {
    if (scheduledAt === null) return;
    const now = await this.database.now();
    const latest = new Date(now);
    latest.setUTCFullYear(now.getUTCFullYear() + MAX_YEARS_AHEAD);
    const at = Date.parse(scheduledAt);
    if (at < now.getTime() - JUST_PASSED_MS) throw untimely('too_small', 'This time is in the past');
    if (at > latest.getTime()) throw untimely('too_big', 'This time is more than a year in the future');
  }
}

function untimely(code: FieldError['code'], detail: string): AppError {
  return new AppError('validation_failed', undefined, [{ field: 'scheduledAt', code, detail }]);
}
