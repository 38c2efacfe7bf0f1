import { Injectable } from '@nestjs/common';
import {
  AppError,
  type AuditAction,
  type AuditChange,
  type AuditNote,
  type By,
  type Deleted,
  type Payload,
  type Reply,
  isId,
} from '@carillon/contracts';
import { ErasedUsers, auditNote } from '@carillon/mongo';
import { Clock } from '@carillon/platform';
import { Quotas } from '@carillon/quotas';
import { isByRecipient } from './eligibility';
import { type Address, type AddressHistory, shown } from './suppression-document';
import { Suppressions } from './suppressions';

/** Suppresses addresses for a user, and lifts suppressions. */
@Injectable()
export class EditSuppressions {
  constructor(
    private readonly suppressions: Suppressions,
    private readonly quotas: Quotas,
    private readonly erasedUsers: ErasedUsers,
    private readonly clock: Clock,
  ) {}

  /**
   * Suppresses an address at the user's request. An address that is already suppressed keeps its displayed reason, and
   * gets the user's request as an additional cause, which a START does not remove. A repeat with the same ID gets the
   * same reply. Errors: quota_exceeded.
   */
  async create({ id, by, ...address }: Payload<'suppression.create'>): Promise<Reply<'suppression.create'>> {
    await this.erasedUsers.refuse(address.userId);
    const at = this.clock.now();
    const noteOf = suppressionNote('suppression.created', { userId: address.userId, by, at }, []);
    const event = { type: 'requested', at, source: id } as const;
    const history = await this.withRoom(address, () => this.suppressions.apply(address, event, id, noteOf));
    const [suppression] = shown(history);
    if (!suppression) throw new Error('An address that was just suppressed is not suppressed');
    const [first] = history.eligibility.causes;
    return { suppression, created: first?.source === id };
  }

  /**
   * Lifts suppressions. Returns the IDs that were suppressed, in the order of the request, without duplicates.
   * Idempotent. Without `confirmConsent`, nothing is lifted if a recipient requested one of the suppressions before
   * this command read them. Later requests of recipients count as after the deletion. Errors: suppression_by_recipient.
   */
  async delete(
    { userId, ids, confirmConsent: confirmed, by, reason }: Payload<'suppression.delete'>,
    messageId: string,
  ): Promise<Deleted> {
    const why = reason ?? null;
    const requested = [...new Set(ids.filter(isId))];
    const histories = await this.suppressions.histories(userId, requested);
    const isBegun = histories.some(({ eligibility }) => eligibility.liftedBy === messageId);
    if (!confirmed && !isBegun && histories.some(isWanted)) throw new AppError('suppression_by_recipient');
    const at = this.clock.now();
    const changes = [{ field: 'confirmConsent', before: null, after: confirmed }];
    const noteOf = suppressionNote('suppression.lifted', { userId, by, at }, changes);
    const event = { type: 'lifted', messageId, confirmed, at, by, why } as const;
    const after = await this.suppressions.applyToAll(userId, requested, event, noteOf);
    const isLifted = ({ eligibility }: AddressHistory) => eligibility.liftedBy === messageId;
    const lifted = new Set(after.filter(isLifted).map(({ id }) => id));
    return { ids: requested.filter((id) => lifted.has(id)) };
  }

  /**
   * Reports of recipients and providers are never rejected. Requests of users can be rejected, unless the address is
   * known.
   */
  private async withRoom<T>(address: Address, write: () => Promise<T>): Promise<T> {
    if (await this.suppressions.find(address)) return write();
    await this.quotas.take(address.userId, 'suppressions');
    try {
      return await write();
    } finally {
      // `Suppressions` counts the entries that it stores.
      this.quotas.note(address.userId, 'suppressions', -1);
    }
  }
}

/** Identifies the suppression by its ID: the trail contains neither addresses nor the user's text. */
function suppressionNote(
  action: AuditAction,
  { userId, by, at }: { userId: string; by: By; at: Date },
  changes: AuditChange[],
): (id: string) => AuditNote {
  return (id) =>
    auditNote(by, at, { userId, action, target: { type: 'suppression', id, name: null }, changes });
}

function isWanted({ eligibility }: AddressHistory): boolean {
  return eligibility.causes.some(isByRecipient);
}
