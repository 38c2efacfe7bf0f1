import { Injectable } from '@nestjs/common';
import { type Collection, ObjectId } from 'mongodb';
import { Clock, Database } from '@carillon/platform';

interface ConversationDocument {
  userId: ObjectId;
  address: string;
  lastInboundAt: Date;
}

const HOUR_MS = 3_600_000;
/** WhatsApp takes free text for 24 hours after a person's last message. Source: Meta, customer service windows; Twilio 63016. */
const WINDOW_MS = 24 * HOUR_MS;
/** Clocks differ, and some time passes until a message that is granted now has gone out. */
const MARGIN_MS = 5 * 60_000;
const KEPT_SECONDS = (2 * WINDOW_MS) / 1_000;

/** With whom a user is in conversation by WhatsApp. */
@Injectable()
export class Conversations {
  private readonly conversations: Collection<ConversationDocument>;

  constructor(
    database: Database,
    private readonly clock: Clock,
  ) {
    this.conversations = database.collection<ConversationDocument>('conversations', [
      { key: { userId: 1, address: 1 }, unique: true },
      { key: { lastInboundAt: 1 }, expireAfterSeconds: KEPT_SECONDS },
    ]);
  }

  /** A person has written; an earlier message that comes late changes nothing. */
  async note(userId: string, address: string, at: Date): Promise<void> {
    await this.conversations.updateOne(
      { userId: new ObjectId(userId), address },
      { $max: { lastInboundAt: at } },
      { upsert: true },
    );
  }

  /** To which of these addresses free text may go. */
  async among(userId: string, addresses: readonly string[]): Promise<Set<string>> {
    const since = new Date(this.clock.now().getTime() - WINDOW_MS + MARGIN_MS);
    const open = await this.conversations
      .find({ userId: new ObjectId(userId), address: { $in: [...addresses] }, lastInboundAt: { $gt: since } })
      .project<Pick<ConversationDocument, 'address'>>({ _id: 0, address: 1 })
      .toArray();
    return new Set(open.map(({ address }) => address));
  }
}
