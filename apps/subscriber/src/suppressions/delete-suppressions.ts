import { Injectable } from '@nestjs/common';
import { AppError, type Deleted, type Payload, isId } from '@carillon/contracts';
import { isByRecipient } from './eligibility';
import type { Known } from './suppression-document';
import { Suppressions } from './suppressions';

/**
 * Lets addresses be written to again. Answers those that were suppressed, in the order asked, each once; the same message
 * again answers as the first time. What a person wanted before all was looked at lets nothing be deleted unless it is
 * confirmed; what they want after that moment is as if it came after the deletion. Errors: suppression_by_recipient.
 */
@Injectable()
export class DeleteSuppressions {
  constructor(private readonly suppressions: Suppressions) {}

  async execute(
    { userId, ids, confirmConsent: confirmed }: Payload<'suppression.delete'>,
    messageId: string,
  ): Promise<Deleted> {
    const asked = [...new Set(ids.filter(isId))];
    const known = await this.suppressions.known(userId, asked);
    const isBegun = known.some(({ eligibility }) => eligibility.liftedBy === messageId);
    if (!confirmed && !isBegun && known.some(isWanted)) throw new AppError('suppression_by_recipient');
    const now = await this.suppressions.hearOfAll(userId, asked, { type: 'lifted', messageId, confirmed });
    const lifted = new Set(now.flatMap(({ id, eligibility }) => (eligibility.liftedBy === messageId ? [id] : [])));
    return { ids: asked.filter((id) => lifted.has(id)) };
  }
}

function isWanted({ eligibility }: Known): boolean {
  return eligibility.causes.some(isByRecipient);
}
