import { Injectable } from '@nestjs/common';
import type { Payload } from '@carillon/contracts';
import { type AuditAction, AuditedChanges } from '../audit';
import { Sessions } from '../members';
import { ApiKeys, type KeyUse } from './api-keys';

/**
 * Records when keys and sessions were last used. Adds the first use of a key on a day (UTC) to the audit trail: at most
 * one entry per key and day.
 */
@Injectable()
export class NoteUses {
  constructor(
    private readonly keys: ApiKeys,
    private readonly sessions: Sessions,
    private readonly audited: AuditedChanges,
  ) {}

  async noteUses(event: Payload<'api-key.used'>): Promise<void> {
    for (const use of await this.keys.unusedOn(event.uses)) {
      const { role, keyId } = use;
      await this.audited.make({ role, keyId }, async (session) => {
        const isFirst = await this.keys.noteFirstUse(use, session);
        return { result: undefined, action: isFirst ? apiKeyUsed(use) : null };
      });
    }
    await this.keys.noteUses(event);
    await this.sessions.noteUses(event);
  }
}

function apiKeyUsed({ role, keyId, userId, name }: KeyUse): AuditAction {
  const type = role === 'operator' ? 'operator_key' : 'api_key';
  return { userId, action: 'api_key.used', target: { type, id: keyId, name }, changes: [] };
}
