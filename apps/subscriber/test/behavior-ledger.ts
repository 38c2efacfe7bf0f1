import {
  type BehaviorFact,
  type BehaviorPart,
  type Channel,
  type CommandName,
  type Payload,
  type Reply,
  newId,
} from '@carillon/contracts';

type Fact = Partial<BehaviorFact> & Pick<BehaviorFact, 'did'>;

interface Batch {
  userId: string;
  campaignId: string;
  channel: Channel;
  addresses: string[];
  sentFrom: string | null;
  facts: Record<BehaviorPart, BehaviorFact[]>;
  changes: Partial<Record<BehaviorPart, string>>;
}

/** The ledger of the dispatcher: batches whose recipients do things, and its responses about them. */
export class BehaviorLedger {
  readonly batches = new Map<string, Batch>();
  readonly deleted = new Set<string>();
  /** The batches that were read, with the parts, and whether with addresses. */
  readonly reads: { batchId: string; parts: BehaviorPart[]; withAddresses: boolean }[] = [];
  requests = 0;
  private writes = 0;

  /** A campaign with one batch to these addresses, all of which it was sent to on a day. */
  campaign(
    userId: string,
    addresses: string[],
    sentOn: number,
    { channel = 'EMAIL' }: { channel?: Channel } = {},
  ): string {
    const campaignId = newId();
    const batchId = `${campaignId}-0000000000`;
    const sentFrom = new Date(sentOn * 86_400_000).toISOString();
    const facts = { STATES: [], MARKS: [] };
    this.batches.set(batchId, { userId, campaignId, channel, addresses, sentFrom, facts, changes: {} });
    this.note(batchId, { did: 'SENT', day: sentOn, positions: [0, addresses.length - 1] });
    return batchId;
  }

  /** Something that recipients of a batch did, or that happened. */
  note(batchId: string, { link = null, day = 0, positions = [0, 0], did }: Fact): void {
    const batch = this.batches.get(batchId);
    if (!batch) throw new Error('No such batch');
    const part = did === 'OPENED' || did === 'CLICKED' ? 'MARKS' : 'STATES';
    batch.facts[part].push({ did, link, day, positions });
    batch.changes[part] = `${Math.floor(Date.now() / 1000)}.${++this.writes}`;
  }

  answers() {
    type Answers = { [N in CommandName]?: (payload: Payload<N>) => Reply<N> };
    return {
      'dispatch.behavior-batches': ({ userId, after, limit }) => {
        this.requests++;
        const ids = this.idsOf(userId).filter((id) => after === null || id > after);
        const items = ids.slice(0, limit);
        return { items, next: items.length === limit ? (items.at(-1) ?? null) : null };
      },
      'dispatch.behavior-changes': ({ userId, part, after, limit }) => {
        const asOf = new Date().toISOString();
        const now = `${Math.floor(Date.now() / 1000)}.0`;
        if (after === null) return { items: [], next: now, asOf };
        const items = this.idsOf(userId)
          .flatMap((batchId) => {
            const change = this.batches.get(batchId)?.changes[part];
            return change !== undefined && compare(change, after) > 0 ? [{ batchId, change }] : [];
          })
          .sort((a, b) => compare(a.change, b.change))
          .slice(0, limit);
        return { items, next: items.at(-1)?.change ?? after, asOf };
      },
      'dispatch.behavior': ({ userId, parts, batches }) => ({
        batches: batches.flatMap(({ batchId, withAddresses }) => {
          const batch = this.batches.get(batchId);
          if (batch?.userId !== userId) return [];
          this.reads.push({ batchId, parts, withAddresses });
          const { campaignId, channel, sentFrom, addresses } = batch;
          const facts = parts.flatMap((part) => batch.facts[part]);
          const named = withAddresses && { addresses };
          return [{ batchId, campaignId, channel, sentFrom, facts, ...named }];
        }),
      }),
      'dispatch.deleted-campaigns': ({ campaignIds }) => ({
        campaignIds: campaignIds.filter((id) => this.deleted.has(id)),
      }),
    } satisfies Answers;
  }

  private idsOf(userId: string): string[] {
    return [...this.batches]
      .flatMap(([id, batch]) => (batch.userId === userId ? id : []))
      .sort((a, b) => (a < b ? -1 : 1));
  }
}

function compare(one: string, other: string): number {
  const [[t1 = 0, i1 = 0], [t2 = 0, i2 = 0]] = [one.split('.').map(Number), other.split('.').map(Number)];
  return t1 - t2 || i1 - i2;
}
