import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { Clock, Logger } from '@carillon/platform';
import { AuditedChanges, changesBetween, unknownActor } from '../audit';
import { Members } from './members';
import { type FailedSignInDocument, FailedSignInRecord, type LoginDocument } from './records';

const HOUR_MS = 3_600_000;
/** The first of an hour is told, the tenth, the hundredth: nobody fills the trail, however often they try. */
const told = /^10*$/;

/** Tells accounts that somebody failed to sign in as one of their members. */
@Injectable()
export class FailedSignIns {
  constructor(
    @InjectModel(FailedSignInRecord.name) private readonly counts: Model<FailedSignInDocument>,
    private readonly members: Members,
    private readonly audited: AuditedChanges,
    private readonly clock: Clock,
    private readonly log: Logger,
  ) {}

  /** Returns at once: the time of the answer must not tell whether there is such a person. */
  note(login: LoginDocument, way: 'password' | 'code' | 'oidc'): void {
    this.count(login, way).catch((error: unknown) =>
      this.log.error({ err: error }, 'a failed sign-in is missing in the audit trail'),
    );
  }

  private async count(login: LoginDocument, way: string): Promise<void> {
    const hour = Math.floor(this.clock.now().getTime() / HOUR_MS);
    const id = `${login._id.toHexString()} ${way} ${hour}`;
    const expiresAt = new Date((hour + 2) * HOUR_MS);
    const counted = await this.counts.findByIdAndUpdate(
      id,
      { $inc: { count: 1 }, $setOnInsert: { expiresAt } },
      { upsert: true, returnDocument: 'after', lean: true },
    );
    const count = counted?.count ?? 1;
    if (!told.test(String(count))) return;
    const changes = changesBetween({}, { way, count });
    await this.audited.make(null, async (session) => {
      const actions = await this.members.everywhere(login, 'sign_in.failed', changes, session);
      return { result: undefined, action: actions.map((each) => ({ ...each, actor: unknownActor })) };
    });
  }
}
