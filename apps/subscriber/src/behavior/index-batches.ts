import { type BatchBehavior, type BehaviorPart, channelRow } from '@carillon/contracts';
import { Messenger } from '@carillon/messaging';
import { Clock } from '@carillon/platform';
import { Injectable } from '@nestjs/common';
import { NumberedPeople } from '../identity';
import { BehaviorBatches } from './behavior-batches';
import { Additions, BehaviorSets } from './behavior-sets';

/**
 * Adds what the recipients of batches did to the sets of people. Batches are read completely each time, so a step that was
 * interrupted can be repeated.
 */
@Injectable()
export class IndexBatches {
  constructor(
    private readonly messenger: Messenger,
    private readonly batches: BehaviorBatches,
    private readonly sets: BehaviorSets,
    private readonly people: NumberedPeople,
    private readonly clock: Clock,
  ) {}

  async index(userId: string, parts: readonly BehaviorPart[], ids: readonly string[]): Promise<void> {
    if (ids.length === 0) return;
    const known = await this.batches.find(ids);
    const { batches } = await this.messenger.request('dispatch.behavior', {
      userId,
      parts: [...parts],
      batches: ids.map((batchId) => ({ batchId, withAddresses: !known.has(batchId) })),
    });
    const numbers = new Map([...known, ...(await this.lookUp(userId, batches))]);
    const additions = new Additions();
    for (const batch of batches) addFacts(additions, batch, numbers.get(batch.batchId) ?? []);
    await this.sets.add(userId, additions);
  }

  /** Events belong to the person who has the address when the batch is first read. A later move of the address doesn't matter. */
  private async lookUp(
    userId: string,
    batches: readonly BatchBehavior[],
  ): Promise<ReadonlyMap<string, readonly number[]>> {
    const unknown = batches.filter(({ addresses }) => addresses !== undefined);
    if (unknown.length === 0) return new Map();
    const all = unknown.flatMap(({ addresses = [] }) => addresses);
    const people = await this.people.numbersOf(userId, all);
    const numbers = new Map(
      unknown.map(({ batchId, addresses = [] }) => [
        batchId,
        addresses.map((address) => people.get(address)?.[0] ?? 0),
      ]),
    );
    await this.batches.keep(userId, numbers, this.clock.now());
    return numbers;
  }
}

/** Position 0 of `numbers` is the first recipient. The number 0 is nobody. */
function addFacts(
  additions: Additions,
  { campaignId: campaign, channel, facts, sentFrom }: BatchBehavior,
  numbers: readonly number[],
): void {
  const canReply = channelRow(channel).address === 'phone';
  for (const { did, link, day, positions } of facts) {
    const ofKind = { campaign, kind: did, link };
    const firstAt = sentFrom === null ? undefined : new Date(sentFrom);
    const onChannel = { campaign, kind: `SENT_${channel}` as const, link: null, firstAt };
    for (let at = 0; at + 1 < positions.length; at += 2) {
      for (let position = positions[at] ?? 0; position <= (positions[at + 1] ?? -1); position++) {
        const number = numbers[position] ?? 0;
        if (number === 0) continue;
        additions.add(ofKind, day, number);
        if (did === 'SENT' && canReply) additions.add(onChannel, day, number);
      }
    }
  }
}
