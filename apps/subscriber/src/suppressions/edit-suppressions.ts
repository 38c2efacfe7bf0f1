import { Injectable } from '@nestjs/common';
import { AppError, type Deleted, type Payload, type Reply, isId } from '@carillon/contracts';
import { Clock } from '@carillon/platform';
import { isByRecipient } from './eligibility';
import { type Known, Suppressions, shown } from './suppressions';

/** Suppresses addresses for a user, and lifts suppressions. */
@Injectable()
export class EditSuppressions {
  constructor(
    private readonly suppressions: Suppressions,
    private readonly clock: Clock,
  ) {}

  /**
   * Suppresses an address at the user's wish. An address that is suppressed already keeps the reason that it is shown
   * with, and gets the user's wish as one more cause, which a START does not remove. Repeated with the same id, it gives
   * the same answer.
   */
  async create({ id, ...address }: Payload<'suppression.create'>): Promise<Reply<'suppression.create'>> {
    const news = { type: 'asked', at: this.clock.now(), source: id } as const;
    const known = await this.suppressions.apply(address, news, id);
    const [suppression] = shown(known);
    if (!suppression) throw new Error('What was just suppressed is not');
    const [first] = known.eligibility.causes;
    return { suppression, created: first?.source === id };
  }

  /**
   * Lifts suppressions. Answers the ids that were suppressed, in the order of the request, each once; the same message
   * again gets the same answer. Without `confirmConsent`, nothing is lifted if a recipient asked for one of the
   * suppressions before this command read them; what a recipient asks for later counts as asked after the deletion.
   * Errors: suppression_by_recipient.
   */
  async delete(
    { userId, ids, confirmConsent: confirmed }: Payload<'suppression.delete'>,
    messageId: string,
  ): Promise<Deleted> {
    const asked = [...new Set(ids.filter(isId))];
    const known = await this.suppressions.known(userId, asked);
    const isBegun = known.some(({ eligibility }) => eligibility.liftedBy === messageId);
    if (!confirmed && !isBegun && known.some(isWanted)) throw new AppError('suppression_by_recipient');
    const after = await this.suppressions.applyToAll(userId, asked, { type: 'lifted', messageId, confirmed });
    const isLifted = ({ eligibility }: Known) => eligibility.liftedBy === messageId;
    const lifted = new Set(after.filter(isLifted).map(({ id }) => id));
    return { ids: asked.filter((id) => lifted.has(id)) };
  }
}

function isWanted({ eligibility }: Known): boolean {
  return eligibility.causes.some(isByRecipient);
}
