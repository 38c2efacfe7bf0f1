import { Injectable } from '@nestjs/common';
import { type Collection, ObjectId } from 'mongodb';
import { Clock, Database } from '@carillon/platform';

/** One deletion: of the members named, or of a group with all its members. */
interface DepartureDocument {
  /** The message that asked for it. */
  _id: string;
  userId: ObjectId;
  subscriberIds: ObjectId[];
  at: Date;
}

export interface Departure {
  messageId: string;
  userId: string;
  subscriberIds: readonly string[];
}

const DAY_SECONDS = 24 * 3600;
/** Longer than most campaigns take; of one that was paused, or is sent again, nothing is known beyond it. */
const KEPT_SECONDS = 5 * DAY_SECONDS;
/** Nothing from within this time can have been forgotten, though the database forgets by its own clock. */
const CERTAIN_MS = (KEPT_SECONDS - DAY_SECONDS) * 1_000;
/**
 * Clocks of two machines differ, and between noting a departure and the deletion itself some time passes. A process that
 * stalls longer than this has lost its connection to the broker, and with it the message.
 */
const MARGIN_MS = 60_000;

/** When members of a user's groups left, so that one look tells that nobody did. */
@Injectable()
export class Departures {
  private readonly departures: Collection<DepartureDocument>;

  constructor(
    database: Database,
    private readonly clock: Clock,
  ) {
    this.departures = database.collection<DepartureDocument>('departures', [
      { key: { userId: 1, at: 1 } },
      { key: { at: 1 }, expireAfterSeconds: KEPT_SECONDS },
    ]);
  }

  /** Notes who is about to leave; to be called before they are removed. */
  async note({ messageId, userId, subscriberIds }: Departure): Promise<void> {
    await this.departures.updateOne(
      { _id: messageId, userId: new ObjectId(userId) },
      {
        $set: { at: this.clock.now() },
        $push: { subscriberIds: { $each: subscriberIds.map((id) => new ObjectId(id)) } },
      },
      { upsert: true },
    );
  }

  /** Everybody whose departure this message brought about. */
  async notedBy(userId: string, messageId: string): Promise<Set<string>> {
    const departure = await this.departures.findOne({ _id: messageId, userId: new ObjectId(userId) });
    return new Set(departure?.subscriberIds.map((id) => id.toHexString()));
  }

  /** False only if it is certain that no member of the user's groups has left since. */
  async anySince(userId: string, since: Date): Promise<boolean> {
    if (since.getTime() < this.clock.now().getTime() - CERTAIN_MS) return true;
    const found = await this.departures.findOne(
      { userId: new ObjectId(userId), at: { $gte: new Date(since.getTime() - MARGIN_MS) } },
      { projection: { _id: 0, at: 1 } },
    );
    return found !== null;
  }
}
