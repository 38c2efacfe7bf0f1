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
  newId,
} from '@carillon/contracts';
import { ErasedUsers, auditNote } from '@carillon/mongo';
import { Clock } from '@carillon/platform';
import { Quotas } from '@carillon/quotas';
import { isByRecipient } from './eligibility';
import { type Address, type AddressHistory, shown } from './suppression-document';
import { Suppressions } from './suppressions';

/** The source of opt-outs of topics that users add and lift. */
const REQUEST = 'request ';

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

  /** Adds an opt-out of a topic at the user's request. Errors: quota_exceeded. */
  async leaveTopic(
    topicId: string,
    { by, requestId, ...address }: Omit<Payload<'topic.opt-out'>, 'id'>,
  ): Promise<AddressHistory> {
    await this.erasedUsers.refuse(address.userId);
    const at = this.clock.now();
    const changes = [{ field: 'topic', before: null, after: topicId }];
    const noteOf = suppressionNote('suppression.created', { userId: address.userId, by, at }, changes);
    const event = { type: 'topic-left', topicId, at, source: `${REQUEST}${requestId}` } as const;
    return this.withRoom(address, () => this.suppressions.apply(address, event, newId(), noteOf));
  }

  /**
   * Lifts opt-outs of a topic. Returns the IDs that this message has lifted, in the order of the request. Without
   * `confirmConsent`, nothing is lifted if a person left the topic. Errors: suppression_by_recipient.
   */
  async joinTopic(
    { userId, id: topicId, ids, confirmConsent, by }: Payload<'topic.lift-opt-outs'>,
    messageId: string,
  ): Promise<Deleted> {
    const source = `${REQUEST}${messageId}`;
    const requested = [...new Set(ids.filter(isId))];
    const isLifted = ({ eligibility }: AddressHistory) =>
      eligibility.pastTopics.some((past) => past.topicId === topicId && past.liftedBy === source);
    const isByPerson = ({ eligibility }: AddressHistory) =>
      eligibility.topics.some(
        (left) => left.topicId === topicId && left.source?.startsWith(REQUEST) !== true,
      );
    const histories = await this.suppressions.histories(userId, requested);
    if (!confirmConsent && !histories.some(isLifted) && histories.some(isByPerson))
      throw new AppError('suppression_by_recipient');
    const at = this.clock.now();
    const changes = [
      { field: 'topic', before: topicId, after: null },
      { field: 'confirmConsent', before: null, after: confirmConsent },
    ];
    const noteOf = suppressionNote('suppression.lifted', { userId, by, at }, changes);
    const event = { type: 'topic-joined', topicId, at, source } as const;
    const after = await this.suppressions.applyToAll(userId, requested, event, noteOf);
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
