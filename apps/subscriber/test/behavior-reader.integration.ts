import { type BehaviorCondition, type BehaviorKind, newId } from '@carillon/contracts';
import fc from 'fast-check';
import { ObjectId } from 'mongodb';
import { Behavior } from '../src/behavior/behavior';
import { Additions, BehaviorSets } from '../src/behavior/behavior-sets';
import { dayOf, startOf } from '../src/utc-days';
import { SubscriberService } from './subscriber-service';

jest.setTimeout(120_000);

interface Event {
  campaign: number;
  kind: BehaviorKind;
  link: number | null;
  /** Days ago. */
  ago: number;
  number: number;
}

/** Numbers at both sides of the end of a chunk. */
const FIRST = 65_530;
const NUMBERS = 14;
const today = dayOf(new Date());
const asOf = new Date(startOf(today).getTime() + 12 * 3_600_000);

const someKind = fc.constantFrom<BehaviorKind>('SENT', 'OPENED', 'CLICKED', 'REPLIED');
const someEvent: fc.Arbitrary<Event> = fc.record({
  campaign: fc.nat(4),
  kind: someKind,
  link: fc.option(fc.nat(1)),
  // A negative number of days is after the evaluation.
  ago: fc.integer({ min: -1, max: 6 }),
  number: fc.integer({ min: FIRST, max: FIRST + NUMBERS - 1 }),
});
const someCondition = fc.record(
  {
    did: someKind,
    campaign: fc.nat(4),
    inLastDays: fc.nat(5),
    atLeast: fc.integer({ min: 1, max: 4 }),
    link: fc.nat(1),
  },
  { requiredKeys: ['did'] },
);
/** Partitions the numbers into people: each number belongs to the person of this index. */
const somePeople = fc.array(fc.nat(8), { minLength: NUMBERS, maxLength: NUMBERS });

/** The meaning of a condition, without sets. A campaign counts by the first day of each of the person's numbers. */
function holds(
  {
    did,
    campaign,
    inLastDays,
    atLeast = 1,
    link,
  }: Omit<BehaviorCondition, 'campaignId'> & { campaign?: number },
  numbers: readonly number[],
  events: readonly Event[],
): boolean {
  const campaigns = new Set<number>();
  for (const number of numbers) {
    for (const each of new Set(events.map((event) => event.campaign))) {
      const own = events.filter(
        (event) =>
          event.campaign === each &&
          event.number === number &&
          event.kind === did &&
          event.link === (link ?? null),
      );
      const firstAgo = Math.max(...own.map(({ ago }) => ago));
      const isWithin = own.length > 0 && firstAgo >= 0 && firstAgo <= (inLastDays ?? Infinity);
      if (isWithin && (campaign === undefined || each === campaign)) campaigns.add(each);
    }
  }
  return campaigns.size >= atLeast;
}

describe('the reader of behavior', () => {
  let service: SubscriberService;
  beforeAll(async () => {
    service = await SubscriberService.start();
  });
  afterAll(() => service.stop());

  it('agrees with the events for any people, events, and conditions, however events are added', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(someEvent, { maxLength: 20 }), { maxLength: 4 }),
        fc.array(someCondition, { minLength: 1, maxLength: 6 }),
        somePeople,
        async (steps, conditions, partition) => {
          const userId = newId();
          const ids = Array.from({ length: 5 }, () => newId());
          const sets = service.part(BehaviorSets);
          // Each step is added twice, because a step that was interrupted is repeated.
          for (const step of [...steps, ...steps]) {
            const additions = new Additions();
            for (const { campaign, kind, link, ago, number } of step)
              additions.add({ campaign: ids[campaign] ?? '', kind, link }, today - ago, number);
            await sets.add(userId, additions);
          }
          const people = [...new Set(partition)].map((person) => ({
            n: partition.flatMap((each, index) => (each === person ? FIRST + index : [])),
          }));
          const user = new ObjectId(userId);
          await service.stored('people').insertMany(
            people.map(({ n }) => ({
              ...{ userId: user, n, rev: 1, createdAt: asOf, updatedAt: asOf },
              channels: [{ channel: 'EMAIL', address: `${n[0]}@mail.test` }],
            })),
          );
          const named = conditions.map(({ campaign, ...rest }): BehaviorCondition => ({
            ...rest,
            ...(campaign !== undefined && { campaignId: ids[campaign] }),
          }));
          const { did } = await service.part(Behavior).reader(userId, named, asOf);
          const events = steps.flat();
          for (const [index, condition] of named.entries()) {
            const found = people.filter((person) => did(person, condition));
            const meaning = conditions[index] ?? { did: 'SENT' };
            expect(found).toEqual(people.filter(({ n }) => holds(meaning, n, events)));
          }
          const [first] = people;
          if (!first) return;
          const past = await service
            .part(Behavior)
            .ofPerson(userId, first.n, named, { asOf, exceptFor: ids[0] ?? '' });
          const ofOthers = events.filter(({ campaign }) => campaign !== 0);
          for (const [index, condition] of named.entries())
            expect(past.did(condition)).toBe(holds(conditions[index] ?? { did: 'SENT' }, first.n, ofOthers));
        },
      ),
      { numRuns: 60 },
    );
  });

  it('refuses a condition that was not prepared', async () => {
    const { did } = await service.part(Behavior).reader(newId(), [{ did: 'SENT' }], asOf);
    expect(did({ n: [1] }, { did: 'SENT' })).toBe(false);
    expect(() => did({ n: [1] }, { did: 'OPENED' })).toThrow('not prepared');
  });
});
