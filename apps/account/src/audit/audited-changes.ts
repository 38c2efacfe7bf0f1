import { Injectable } from '@nestjs/common';
import type { ClientSession } from 'mongodb';
import type { AuditEntry, By } from '@carillon/contracts';
import { currentTrace } from '@carillon/messaging';
import { Clock, Database } from '@carillon/platform';
import { ApiKeys } from '../api-keys/api-keys';
import { AuditTrail } from './audit-trail';
import type { AuditAction } from './audit-actions';

/** What came of a change; `action` null: nothing changed, as where it had been made before. */
export interface Change<T> {
  result: T;
  action: AuditAction | null;
}

/** Makes each change of an account together with its entry in the trail: both are stored, or neither. */
@Injectable()
export class AuditedChanges {
  constructor(
    private readonly database: Database,
    private readonly trail: AuditTrail,
    private readonly keys: ApiKeys,
    private readonly clock: Clock,
  ) {}

  /** `by` null: the configuration asks for it. `change` may run several times and writes by its session alone. */
  make<T>(by: By | null, change: (session: ClientSession, now: Date) => Promise<Change<T>>): Promise<T> {
    return this.database.transaction(async (session) => {
      const now = this.clock.now();
      const { result, action } = await change(session, now);
      if (action) {
        const requestId = currentTrace().requestId ?? null;
        await this.trail.add({ ...action, actor: await this.actor(by, session), requestId }, now, session);
      }
      return result;
    });
  }

  /** Whether this very request has made the change before: a command that is delivered again is to answer as the first time. */
  async wasMade(userId: string, action: AuditAction['action'], targetId: string): Promise<boolean> {
    const { requestId } = currentTrace();
    if (requestId === undefined) return false;
    return this.trail.tells({ userId, action, targetId, requestId }, this.clock.now());
  }

  /** A key that was revoked since it came with the request is known by its id alone. */
  private async actor(by: By | null, session: ClientSession): Promise<AuditEntry['actor']> {
    if (by === null) return { role: 'system', keyId: null, keyName: null, keyPrefix: null };
    const { name, prefix } = (await this.keys.describe(by.keyId, session)) ?? { name: null, prefix: null };
    return { ...by, keyName: name, keyPrefix: prefix };
  }
}
