import { Injectable } from '@nestjs/common';
import { AppError, type Payload, type Suppression } from '@carillon/contracts';
import { Suppressions, shown } from './suppressions';

/** Answers one of a user's suppressions. Errors: suppression_not_found, also for one that was lifted. */
@Injectable()
export class GetSuppression {
  constructor(private readonly suppressions: Suppressions) {}

  async execute({ userId, id }: Payload<'suppression.get'>): Promise<Suppression> {
    const [suppression] = (await this.suppressions.known(userId, [id])).flatMap(shown);
    if (!suppression) throw new AppError('suppression_not_found');
    return suppression;
  }
}
