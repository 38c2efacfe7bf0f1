import { type ApprovalSetting, AppError, type Payload, type User, approverRoles } from '@carillon/contracts';
import { Database } from '@carillon/mongo';
import { Injectable } from '@nestjs/common';
import type { ClientSession } from 'mongodb';
import { AuditedChanges } from '../audit';
import { Users, userUpdated } from '../users';
import { Members } from './members';

/** The number of members that an approval takes: one asks, and another one approves. */
const FEWEST = 2;

/** Whether the campaigns of an account need an approval. */
@Injectable()
export class EditApproval {
  constructor(
    private readonly users: Users,
    private readonly members: Members,
    private readonly database: Database,
    private readonly audited: AuditedChanges,
  ) {}

  /** @throws AppError user_not_found */
  read(userId: string): Promise<ApprovalSetting> {
    return this.database.transaction(async (session) =>
      this.settingOf(await this.users.get(userId, session), session),
    );
  }

  /**
   * Turns two-person approval on or off. An account with a single member can't turn it on, because that member could
   * send nothing. An owner can always turn it off. @throws AppError user_not_found, too_few_members
   */
  change({ by, userId, required }: Payload<'account.change-approval'>): Promise<ApprovalSetting> {
    return this.audited.make(by, async (session, now) => {
      await this.users.holdMembers(userId, session);
      const isApprovalRequired = required;
      const changed = await this.users.change(userId, { isApprovalRequired }, now, session);
      if (!changed) throw new AppError('user_not_found');
      const result = await this.settingOf(changed.after, session);
      const action = userUpdated(changed.before, changed.after);
      if (action && required && result.members < FEWEST) throw new AppError('too_few_members');
      return { result, action };
    });
  }

  private async settingOf(
    { id, isApprovalRequired: required = false }: User,
    session: ClientSession,
  ): Promise<ApprovalSetting> {
    const members = await this.members.count(id, session);
    const approvers = await this.members.count(id, session, approverRoles);
    return { required, members, approvers };
  }
}
