import { Injectable } from '@nestjs/common';
import { Batches } from '../ledger/batches';

/** Makes a batch ready again whose offer came to nothing. A later offer of it is left alone. */
@Injectable()
export class TakeBackOffer {
  constructor(private readonly batches: Batches) {}

  async execute(id: string, release: number): Promise<void> {
    await this.batches.change(id, (batch) =>
      batch.release === release ? { type: 'release-expired' } : null,
    );
  }
}
