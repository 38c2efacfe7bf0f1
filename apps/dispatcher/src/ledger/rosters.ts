import { Injectable } from '@nestjs/common';
import type { Channel } from '@carillon/contracts';
import { Database, isDuplicateKey } from '@carillon/platform';
import { type Collection, ObjectId } from 'mongodb';
import { idRange } from './batch-document';
import { removeSome } from './remove-some';

/**
 * A recipient as it was when its page was planned: address, subscriber, variables. Variables are kept as JSON text:
 * their keys are people's own, and some of them mean something else to the database (ADR 9).
 */
export interface RosterEntry {
  a: string;
  s: ObjectId;
  v: string;
}

/** Where planning goes on: the number of the group in the campaign's list, and the subscriber to continue after. */
export interface PlanCursor {
  group: number;
  after: string | null;
}

/** People of a page who lie together. `suppressed`: they must not be written to, and were not when the page was read. */
export interface Section {
  channel: Channel;
  size: number;
  suppressed?: true;
}

/**
 * A page of the audience, frozen by whoever planned it first: its people by channel, and where the next page begins.
 * Channels lie one after the other in `recipients`; `sections` says how many of each.
 */
export interface Roster {
  _id: string;
  /** Before the page was asked for (database time): who leaves after that has to be found out before sending. */
  readAt: Date;
  sections: Section[];
  recipients: RosterEntry[];
  next: PlanCursor | null;
}

/** Rosters are written once and never changed. */
@Injectable()
export class Rosters {
  private readonly collection: Collection<Roster>;

  constructor(database: Database) {
    this.collection = database.collection('rosters');
  }

  /** Freezes a page. If another planner has frozen this step before, theirs is the page, and is given back. */
  async freeze(roster: Roster): Promise<Roster> {
    try {
      await this.collection.insertOne(roster);
      return roster;
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
      const frozen = await this.collection.findOne({ _id: roster._id });
      if (!frozen) throw error;
      return frozen;
    }
  }

  /** The recipients of a batch, in the order of its positions. */
  async slice(roster: string, offset: number, size: number): Promise<RosterEntry[]> {
    const found = await this.collection.findOne(
      { _id: roster },
      { projection: { recipients: { $slice: [offset, size] } } },
    );
    return found?.recipients ?? [];
  }

  /** True when none is left. */
  async removeSome(campaign: string, limit: number): Promise<boolean> {
    return removeSome(this.collection, idRange(campaign).text, limit);
  }
}

export function rosterId(campaign: string, step: number): string {
  return `${campaign}-${step}`;
}
