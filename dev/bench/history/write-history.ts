import { compileEmail } from '@carillon/content';
import { type Channel, contentOf, newId } from '@carillon/contracts';
import { stack } from '@carillon/stack';
import { ObjectId } from 'mongodb';
import { mongo } from 'mongoose';
import {
  type CampaignDocument,
  newDocument,
  started,
} from '../../../apps/campaign/src/campaigns/campaign-document';
import { type DispatchDocument, notOpened } from '../../../apps/dispatcher/src/dispatch/dispatch';
import type { EngagementDocument } from '../../../apps/dispatcher/src/engagement/engagement-records';
import type { FinalCounts } from '../../../apps/dispatcher/src/ledger';
import type { TestGroup, TestUser } from '../../driver/arrange';

const AT_ONCE = 1_000;
const DAY_MS = 24 * 3_600_000;
const MINUTE_MS = 60_000;
const LINKS = Array.from({ length: 12 }, (_, n) => `https://shop.example.com/products/${n}?size=large`);
const MAIL = LINKS.map((url) => `<p>Dear {{name|friend}}, <a href="${url}">look</a>.</p>`).join('\n');
/** The messages that release 0.3.0 and later remember, so that repeated ones aren't counted. */
const REMEMBERED = 20;
const ROUTE = { senderId: 'default', ratePerSecond: null, maxConnections: null };

interface Documents {
  campaign: CampaignDocument;
  dispatch: DispatchDocument;
  engagement: EngagementDocument;
}

/**
 * Writes campaigns that were sent over the last days, in the state in which the services leave them after their
 * retention: with results of three channels, opens, clicks, and conversions, but without a ledger.
 */
export async function writeHistory(
  user: TestUser,
  group: TestGroup,
  { campaigns, days }: { campaigns: number; days: number },
): Promise<void> {
  const client = new mongo.MongoClient(stack().mongoUrl);
  try {
    const compiledEmail = compileEmail(MAIL);
    const from = Date.now() - (days - 1) * DAY_MS;
    for (let done = 0; done < campaigns; done += AT_ONCE) {
      const some = Array.from({ length: Math.min(AT_ONCE, campaigns - done) }, (_, n) => {
        const at = new Date(from + ((done + n) / campaigns) * (days - 1) * DAY_MS);
        return sentCampaign({ user, group, number: done + n, at, compiledEmail });
      });
      const [sent, ledger] = [client.db('carillon_campaign'), client.db('carillon_dispatcher')];
      await sent.collection<CampaignDocument>('campaigns').insertMany(some.map(({ campaign }) => campaign));
      await ledger
        .collection<EngagementDocument>('engagement')
        .insertMany(some.map(({ engagement }) => engagement));
      await ledger
        .collection<DispatchDocument>('dispatches')
        .insertMany(some.map(({ dispatch }) => dispatch));
    }
  } finally {
    await client.close();
  }
}

interface Sent {
  user: TestUser;
  group: TestGroup;
  number: number;
  at: Date;
  compiledEmail: ReturnType<typeof compileEmail>;
}

function sentCampaign({ user, group, number, at, compiledEmail }: Sent): Documents {
  const subject = `Offers of day ${number}`;
  const bodies = { EMAIL: MAIL, SMS: 'Look at our offers', WHATSAPP: 'Look at our offers' };
  const command = {
    ...{ id: idOf(at), userId: user.id },
    ...{ groups: [group.id], name: subject, content: contentOf({ subject, bodies }) },
  };
  const finishedAt = new Date(at.getTime() + MINUTE_MS);
  const order = { requestId: newId(), at, scheduledAt: null, maxLateness: null };
  const publishing = { order, plan: 'UPGRADED' as const, emails: { email: compiledEmail }, linkTags: null };
  return {
    campaign: {
      ...newDocument(command, at),
      ...started(2, publishing),
      ...{ status: 'SENT', statusReason: null, waitsSince: null, pending: [], finishedAt },
    },
    dispatch: {
      ...notOpened(command.id, user.id),
      ...{ groups: [new ObjectId(group.id)], plan: 'UPGRADED', rev: 2, run: 1, state: 'DONE' },
      ...{ publishedAt: at, startedAt: at, lastStepAt: at, finishedAt, step: 1, planned: true },
      routes: { EMAIL: ROUTE, WHATSAPP: ROUTE, SMS: ROUTE },
      ...{ final: finalCounts(number), ledger: 'DELETED', removedOnce: true },
      timeline: { firstAt: at.toISOString(), lastAt: finishedAt.toISOString(), points: [] } as never,
    },
    engagement: {
      ...{ _id: new ObjectId(command.id), user: new ObjectId(user.id), publishedAt: at, mode: 'FULL' },
      ...{ links: LINKS, others: [] },
      opens: { unique: 40 + (number % 7), total: 55 + (number % 7), machine: 5 },
      clicks: { unique: 9, total: 12, machine: 1 },
      byLink: Object.fromEntries(LINKS.map((_, n) => [String(n), { unique: 1, total: 1 }])),
      conversions: { total: 2, unique: 2, sums: { EUR: mongo.Decimal128.fromString('59.80') } },
      counted: Array.from({ length: REMEMBERED }, newId),
    },
  };
}

/** IDs are in the order of their times. */
function idOf(at: Date): string {
  const seconds = Math.floor(at.getTime() / 1_000).toString(16);
  return seconds + newId().slice(seconds.length);
}

function finalCounts(number: number): FinalCounts {
  const counts = { SENT: 40, DELIVERED: 50, READ: 3 + (number % 5), FAILED: 2, SKIPPED: 1 };
  const of = <T>(value: T): Record<Channel, T> => ({ EMAIL: value, WHATSAPP: value, SMS: value });
  return {
    channels: of(counts),
    segments: of(1),
    reasons: (['EMAIL', 'SMS', 'WHATSAPP'] as const).map((channel) => ({
      ...{ channel, state: 'FAILED' as const, reason: 'NO_SUCH_ADDRESS' as const },
      ...{ providerCode: '550 5.1.1', count: 2 },
    })),
    returned: of({ bounced: 2, hard: 1, complained: number % 3 === 0 ? 1 : 0 }),
  };
}
