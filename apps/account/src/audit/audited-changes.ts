import { Injectable } from '@nestjs/common';
import type { ClientSession } from 'mongodb';
import {
  type AuditChange,
  type AuditEntry,
  type AuditValue,
  type By,
  type Payload,
} from '@carillon/contracts';
import { currentTrace } from '@carillon/messaging';
import { Database, changesBetween, isDuplicateKey } from '@carillon/mongo';
import { Clock } from '@carillon/platform';
import { AuditTrail } from './audit-trail';

/** A change to an account, without its time. `actor` is set if it can't be looked up after the change. */
export type AuditAction = Pick<AuditEntry, 'userId' | 'action' | 'target' | 'changes'> &
  Partial<Pick<AuditEntry, 'actor'>>;

/** The result of a change. `action` is null if nothing changed, for example because the change was made earlier. */
export interface Change<T> {
  result: T;
  action: AuditAction | readonly AuditAction[] | null;
}

/** Resolves the key that requested a change. Implemented by the keys feature. */
export abstract class KeyNames {
  /** The name and the prefix of a user key or operator key. Returns null if no key has this ID. */
  abstract describe(
    keyId: string,
    session?: ClientSession,
  ): Promise<{ name: string | null; prefix: string } | null>;
}

/** Resolves the person who requested a change in a session. Implemented by the members feature. */
export abstract class MemberNames {
  /** Returns null if no member has this ID. */
  abstract describe(
    memberId: string,
    session?: ClientSession,
  ): Promise<{ id: string; name: string; email: string } | null>;
}

/** The users with an audit trail. Implemented by the users feature. */
export abstract class Accounts {
  abstract exists(userId: string, session: ClientSession): Promise<boolean>;
}

/** The actor is unknown. */
export const unknownActor: AuditEntry['actor'] = {
  role: 'user',
  keyId: null,
  keyName: null,
  keyPrefix: null,
};

/** Makes each change of an account together with its audit entries, in one transaction. */
@Injectable()
export class AuditedChanges {
  constructor(
    private readonly database: Database,
    private readonly trail: AuditTrail,
    private readonly keys: KeyNames,
    private readonly members: MemberNames,
    private readonly accounts: Accounts,
    private readonly clock: Clock,
  ) {}

  /**
   * If `by` is null, the configuration requested the change. `change` can run several times and must write only through
   * its session.
   */
  make<T>(by: By | null, change: (session: ClientSession, now: Date) => Promise<Change<T>>): Promise<T> {
    return this.database.transaction(async (session) => {
      const now = this.clock.now();
      const { result, action } = await change(session, now);
      const actions = [action ?? []].flat();
      if (actions.length === 0) return result;
      const requestId = currentTrace().requestId ?? null;
      const actor = await this.actor(by, session);
      for (const each of actions) await this.trail.add({ actor, ...each, requestId }, now, session);
      return result;
    });
  }

  /** Adds an entry of another service. Idempotent. Entries of erased users are dropped. */
  async note({ id, at, by, isAutomatic, ...entry }: Payload<'audit.noted'>): Promise<void> {
    try {
      await this.database.transaction(async (session) => {
        if (!(await this.accounts.exists(entry.userId, session))) return;
        const actor = by || isAutomatic ? await this.actor(by, session) : unknownActor;
        await this.trail.add({ ...entry, actor }, new Date(at), session, id);
      });
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
    }
  }

  /** Whether this request made the change earlier. A redelivered command must get the same reply. */
  async wasMade(userId: string | null, action: AuditAction['action'], targetId: string): Promise<boolean> {
    const { requestId } = currentTrace();
    if (requestId === undefined) return false;
    return this.trail.includes({ userId, action, targetId, requestId }, this.clock.now());
  }

  /** The entry names a key only by its ID if the key was revoked after the request arrived. */
  private async actor(by: By | null, session: ClientSession): Promise<AuditEntry['actor']> {
    if (by === null) return { role: 'system', keyId: null, keyName: null, keyPrefix: null };
    const key = await this.keys.describe(by.keyId, session);
    if (key) return { ...by, keyName: key.name, keyPrefix: key.prefix };
    const member = by.role === 'user' ? await this.members.describe(by.keyId, session) : null;
    const nameless = { keyName: null, keyPrefix: null };
    return member ? { role: by.role, keyId: null, ...nameless, member } : { ...by, ...nameless };
  }
}

/** Replaces every secret, so that neither its value nor its length is visible. */
const HIDDEN = '***';

/** Compares secrets like `changesBetween`, but shows only that a secret was added, replaced, or removed. */
export function secretChangesBetween(...compared: Parameters<typeof changesBetween>): AuditChange[] {
  const hide = (value: AuditValue): AuditValue => (value === null ? null : HIDDEN);
  return changesBetween(...compared).map((change) => ({
    field: change.field,
    before: hide(change.before),
    after: hide(change.after),
  }));
}
