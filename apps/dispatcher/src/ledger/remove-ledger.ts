import { Injectable } from '@nestjs/common';
import { Contents } from '../dispatches/contents';
import { Addresses } from './addresses';
import { Batches } from './batches';
import { Rosters } from './rosters';

/** Some seconds' work at most, so that whoever removes can look after other things. */
const PORTIONS = { addresses: 20_000, rosters: 50, batches: 5_000 };

/** Removes what was written for a campaign's recipients, a portion at a time. */
@Injectable()
export class RemoveLedger {
  constructor(
    private readonly batches: Batches,
    private readonly rosters: Rosters,
    private readonly addresses: Addresses,
    private readonly contents: Contents,
  ) {}

  /** True when nothing is left; else it is to be called again. */
  async execute(campaign: string): Promise<boolean> {
    await this.contents.remove(campaign);
    return (
      (await this.rosters.removeSome(campaign, PORTIONS.rosters)) &&
      (await this.batches.removeSome(campaign, PORTIONS.batches)) &&
      (await this.addresses.removeSome(campaign, PORTIONS.addresses))
    );
  }
}
