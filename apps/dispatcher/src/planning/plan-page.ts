import { Injectable } from '@nestjs/common';
import type { Content, Dispatch } from '../dispatches/dispatch';
import { Dispatches } from '../dispatches/dispatches';
import { Addresses, type Claim } from '../ledger/addresses';
import type { Batch } from '../ledger/batch';
import { Batches } from '../ledger/batches';
import { type PlanCursor, type Roster, Rosters } from '../ledger/rosters';
import type { AudiencePage } from './audience-pages';
import { batchesOf, layOut, withHoles } from './page-layout';

/**
 * Writes one page of the audience into the ledger: the frozen page, its addresses, its batches, and then the cursor
 * behind it. Done again, by this planner or another, at any point, it changes nothing that was written.
 */
@Injectable()
export class PlanPage {
  constructor(
    private readonly rosters: Rosters,
    private readonly addresses: Addresses,
    private readonly batches: Batches,
    private readonly dispatches: Dispatches,
  ) {}

  /** True when this was the last page. If another planner has taken over, it wrote the same. */
  async execute(dispatch: Dispatch, content: Content, page: AudiencePage, now: Date): Promise<boolean> {
    const roster = await this.rosters.freeze(layOut(dispatch, page.items, nextCursor(dispatch, page)));
    const planned = batchesOf(dispatch, content, roster, now);
    const lost = await this.addresses.claim(
      dispatch.campaign,
      planned.flatMap((batch) => claimsOf(batch, roster)),
    );
    await this.batches.insertMissing(
      planned.flatMap((batch) => withHoles(batch, holesOf(batch, lost)) ?? []),
    );
    const advanced = await this.dispatches.advance(dispatch, roster.next, now);
    return advanced && roster.next === null;
  }
}

/** After a page: its own continuation, else the next group, else the end. */
function nextCursor({ cursor, groups }: Dispatch, { next }: AudiencePage): PlanCursor | null {
  const group = cursor?.group ?? groups.length;
  if (next !== null) return { group, after: next };
  return group + 1 < groups.length ? { group: group + 1, after: null } : null;
}

function claimsOf({ channel, seq, offset, size }: Batch, { recipients }: Roster): Claim[] {
  return recipients
    .slice(offset, offset + size)
    .map(({ a }, position) => ({ channel, address: a, seq, position }));
}

function holesOf({ seq }: Batch, lost: readonly Claim[]): number[] {
  return lost.filter((claim) => claim.seq === seq).map(({ position }) => position);
}
