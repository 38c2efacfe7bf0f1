import { Injectable } from '@nestjs/common';
import type { Payload, Reply } from '@carillon/contracts';
import { Clock } from '@carillon/platform';
import { shown } from './suppression-document';
import { Suppressions } from './suppressions';

/**
 * Suppresses an address because the user wants it so. What is suppressed already stays what it is shown as, and keeps the
 * user's wish as one more cause: a START does not take that away. The same id again answers as the first time.
 */
@Injectable()
export class CreateSuppression {
  constructor(
    private readonly suppressions: Suppressions,
    private readonly clock: Clock,
  ) {}

  async execute({ id, ...address }: Payload<'suppression.create'>): Promise<Reply<'suppression.create'>> {
    const news = { type: 'asked', at: this.clock.now(), source: id } as const;
    const known = await this.suppressions.apply(address, news, id);
    const [suppression] = shown(known);
    if (!suppression) throw new Error('What was just suppressed is not');
    const [first] = known.eligibility.causes;
    return { suppression, created: first?.source === id };
  }
}
