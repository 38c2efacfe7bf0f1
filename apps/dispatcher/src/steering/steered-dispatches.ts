import { Injectable } from '@nestjs/common';
import { Database, isDuplicateKey } from '@carillon/platform';
import { type Collection, ObjectId } from 'mongodb';
import { type Dispatch } from '../dispatches/dispatch';
import { type DispatchDocument, toDocument } from '../dispatches/dispatch-document';
import { type Course, type Turn, UNHEARD } from './steer';

const projection = { rev: 1, run: 1, state: 1, wanted: 1, ledger: 1 } as const;

/** The door by which events about campaigns come to dispatches: each is decided on what is stored, and saved if that still holds. */
@Injectable()
export class SteeredDispatches {
  private readonly collection: Collection<DispatchDocument>;

  constructor(database: Database) {
    this.collection = database.collection('dispatches');
  }

  /** False: the event said nothing new. */
  async steer(
    campaign: string,
    user: string,
    decide: (course: Course | null) => Turn | null,
  ): Promise<boolean> {
    const _id = new ObjectId(campaign);
    for (;;) {
      const course = await this.collection.findOne<Course>(
        { _id },
        { projection: { _id: 0, ...projection } },
      );
      const turn = decide(course);
      if (!turn) return false;
      const saved = course ? await this.update(_id, course, turn) : await this.insert(campaign, user, turn);
      if (saved) return true;
    }
  }

  /** Whether what is written for this campaign's recipients stays. */
  async isKept(campaign: string): Promise<boolean> {
    const kept = { _id: new ObjectId(campaign), ledger: 'KEPT' as const };
    return (await this.collection.findOne(kept, { projection: { _id: 1 } })) !== null;
  }

  private async update(_id: ObjectId, course: Course, { set, announce }: Turn): Promise<boolean> {
    const { matchedCount } = await this.collection.updateOne(
      { _id, ...course },
      { $set: set, ...(announce && { $push: { pending: announce } }) },
    );
    return matchedCount === 1;
  }

  private async insert(campaign: string, user: string, { set }: Turn): Promise<boolean> {
    try {
      await this.collection.insertOne({ ...toDocument(unheard(campaign, user)), ...set });
      return true;
    } catch (error) {
      if (isDuplicateKey(error)) return false;
      throw error;
    }
  }
}

/** What is known of a campaign whose order was never seen. */
function unheard(campaign: string, user: string): Dispatch {
  return {
    campaign,
    user,
    rev: 0,
    run: UNHEARD,
    plan: 'FREE',
    state: 'OPEN',
    routes: null,
    groups: [],
    cursor: null,
    step: 0,
    planned: false,
    retry: null,
    obstacles: { planning: null, taking: null },
    publishedAt: new Date(0),
    startedAt: null,
    finishedAt: null,
  };
}
