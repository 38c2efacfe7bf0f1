import { Injectable } from '@nestjs/common';
import type { Brief } from '../dispatches/contents';
import { Addresses, type Claim } from '../ledger/addresses';
import type { Batch } from '../ledger/batch';
import { Batches } from '../ledger/batches';
import { type PlanCursor, type Roster, Rosters } from '../ledger/rosters';
import type { AudiencePage } from './audience-pages';
import { type Plannable, batchesOf, layOut, withHoles } from './page-layout';
import { PlanningLine } from './planning-line';

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
    private readonly line: PlanningLine,
  ) {}

  /** 'overtaken': another planner was there before and wrote the same, or the campaign was stopped. */
  async execute(
    dispatch: Plannable,
    brief: Brief,
    page: AudiencePage,
    now: Date,
  ): Promise<'more' | 'planned' | 'overtaken'> {
    const roster = await this.rosters.freeze(layOut(dispatch, page, nextCursor(dispatch, page)));
    const planned = batchesOf(dispatch, brief, roster);
    const claims = planned.flatMap((batch) => claimsOf(batch, roster));
    const lost = await this.addresses.claim(dispatch.campaign, claims);
    await this.batches.insertMissing(
      planned.flatMap((batch) => withHoles(batch, holesOf(batch, lost)) ?? []),
    );
    const advanced = await this.line.advance(dispatch, roster.next, now);
    if (!advanced) return 'overtaken';
    return roster.next === null ? 'planned' : 'more';
  }
}

/** After a page: its own continuation, else the next group, else the end. */
function nextCursor({ cursor, groups }: Plannable, { next }: AudiencePage): PlanCursor | null {
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
