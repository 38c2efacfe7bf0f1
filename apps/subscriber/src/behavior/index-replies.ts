import { Injectable } from '@nestjs/common';
import { ObjectId } from 'mongodb';
import { NumberedPeople } from '../identity';
import { InboundMessages, type ReceivedReply } from '../inbound';
import { dayOf } from '../utc-days';
import { Additions, BehaviorSets } from './behavior-sets';
import { within } from './day-sets';
import { type Bits, chunkOf, has } from '../number-sets';

/** A reply belongs to a campaign that was sent at most this many days before. */
const REPLY_DAYS = 7;
/** The number of replies that are handled at a time. */
const SOME = 200;
/** Replies are read again for this long, because a reply can precede the result of its message (milliseconds). */
const OVERLAP_MS = 2 * 60_000;

/** A campaign that was sent to people of a chunk on a day. */
interface SentDay {
  campaign: string;
  day: number;
  firstAt: Date;
  bits: Bits;
}

/**
 * Finds the campaigns to which people replied. A reply belongs to the campaign that was last sent to the person on the same
 * channel. Of campaigns that were sent on the same day, it is the one that was created last.
 */
@Injectable()
export class IndexReplies {
  constructor(
    private readonly messages: InboundMessages,
    private readonly people: NumberedPeople,
    private readonly sets: BehaviorSets,
  ) {}

  /** Handles the replies after a reply, and returns the last one. */
  async index(userId: string, last: ObjectId | null): Promise<ObjectId | null> {
    let reached = last;
    for (let after = last && before(last); ;) {
      const replies = await this.messages.repliesAfter(userId, after, SOME);
      await this.add(userId, replies);
      const end = replies.at(-1)?._id;
      if (!end) return reached;
      after = end;
      if (!reached || reached < end) reached = end;
      if (replies.length < SOME) return reached;
    }
  }

  private async add(userId: string, replies: readonly ReceivedReply[]): Promise<void> {
    if (replies.length === 0) return;
    const people = await this.people.numbersOf(
      userId,
      replies.map(({ address }) => address),
    );
    const additions = new Additions();
    const sent = new Map<string, SentDay[]>();
    for (const { address, channel, receivedAt } of replies) {
      const numbers = people.get(address) ?? [];
      const day = dayOf(receivedAt);
      const found: SentDay[] = [];
      for (const number of numbers) {
        const chunk = chunkOf(number);
        const key = `${channel} ${chunk} ${day}`;
        const days = sent.get(key) ?? (await this.sentDays(userId, { channel, chunk, day }));
        sent.set(key, days);
        found.push(...days.filter(({ firstAt, bits }) => firstAt <= receivedAt && has(bits, number)));
      }
      const campaign = latest(found)?.campaign;
      const [own] = numbers;
      if (campaign !== undefined && own !== undefined)
        additions.add({ campaign, kind: 'REPLIED', link: null }, day, own);
    }
    await this.sets.add(userId, additions);
  }

  /** The campaigns that were sent to people of a chunk on a channel within the days before a day, by day. */
  private async sentDays(
    userId: string,
    { channel, chunk, day }: { channel: ReceivedReply['channel']; chunk: number; day: number },
  ): Promise<SentDay[]> {
    const found: SentDay[] = [];
    const query = { kind: `SENT_${channel}` as const, link: null, chunk, from: day - REPLY_DAYS };
    for await (const { campaign, days, firstAt } of this.sets.read(userId, query)) {
      for (const { d } of days) {
        if (!firstAt || d > day || d < day - REPLY_DAYS) continue;
        found.push({ campaign: campaign.toHexString(), day: d, firstAt, bits: within(days, [d, d]) });
      }
    }
    return found;
  }
}

function latest(days: readonly SentDay[]): SentDay | undefined {
  return [...days].sort((a, b) => b.day - a.day || (a.campaign < b.campaign ? 1 : -1))[0];
}

/** The earliest ID of a message that arrived shortly before another one. */
function before(id: ObjectId): ObjectId {
  const time = id.getTimestamp().getTime() - OVERLAP_MS;
  return ObjectId.createFromTime(Math.floor(time / 1000));
}
