import { Injectable } from '@nestjs/common';
import { Contents } from '../dispatches/contents';
import { Addresses } from './addresses';
import { Batches } from './batches';
import { Rosters } from './rosters';

/** Removes all that was written for a campaign's recipients. Done again, it removes what was left. */
@Injectable()
export class RemoveLedger {
  constructor(
    private readonly batches: Batches,
    private readonly rosters: Rosters,
    private readonly addresses: Addresses,
    private readonly contents: Contents,
  ) {}

  async execute(campaign: string): Promise<void> {
    await this.addresses.remove(campaign);
    await this.rosters.remove(campaign);
    await this.contents.remove(campaign);
    await this.batches.remove(campaign);
  }
}
