import type { BehaviorFact, DeliveryBehavior, DeliveryState } from '@carillon/contracts';
import type { Marks } from '../engagement';
import { type Batch, type Exception, blank, feedbackOf, statesOf, toRanges } from '../ledger';

const DAY_MS = 24 * 3_600_000;

/** When each behavior of a delivery took place. Absent: it didn't. */
type Times = Partial<Record<DeliveryBehavior, Date>>;

/**
 * What the states of a batch's deliveries prove. A delivery that failed after it was sent was sent. UNCONFIRMED proves
 * nothing.
 */
export function factsOfStates(batch: Batch): BehaviorFact[] {
  const facts = new Facts();
  const without = withoutException(batch);
  if (without.positions.length > 0) facts.addAll('SENT', null, without.at, without.positions);
  const stateOf = statesOf(batch);
  for (const exception of batch.exceptions) {
    const times = timesOf(exception, stateOf(exception.i), batch);
    for (const [did, at] of Object.entries(times) as [DeliveryBehavior, Date][])
      facts.addAll(did, null, at, [exception.i]);
  }
  return facts.list();
}

/** The first open and the first click of each delivery. Only people's: programs leave no marks. */
export function factsOfMarks({ opens, clicks }: Marks): BehaviorFact[] {
  const facts = new Facts();
  for (const [position, at] of Object.entries(opens)) facts.addAll('OPENED', null, at, [Number(position)]);
  for (const [position, { at, links }] of Object.entries(clicks))
    for (const link of [null, ...links]) facts.addAll('CLICKED', link, at, [Number(position)]);
  return facts.list();
}

/** The earliest time at which a message of the batch was sent. Null: none was. */
export function sentFrom(batch: Batch): Date | null {
  const stateOf = statesOf(batch);
  const { at, positions } = withoutException(batch);
  const times = batch.exceptions.flatMap(
    (exception) => timesOf(exception, stateOf(exception.i), batch).SENT ?? [],
  );
  if (positions.length > 0) times.push(at);
  return times.reduce<Date | null>((first, each) => (first && first < each ? first : each), null);
}

/** The positions that were sent and have no times of their own, and the time of the batch. */
function withoutException(batch: Batch): { at: Date; positions: number[] } {
  const at = batch.settledAt ?? batch.plannedAt;
  if (batch.outcome.state !== 'SENT') return { at, positions: [] };
  const others = new Set([...batch.todo, ...batch.exceptions.map(({ i }) => i)]);
  const positions = Array.from({ length: batch.size }, (_, i) => i).filter((i) => !others.has(i));
  return { at, positions };
}

function timesOf(exception: Exception, state: DeliveryState, { settledAt }: Batch): Times {
  const { sentAt, deliveredAt, readAt, at } = { ...blank, ...exception };
  const feedback = feedbackOf({ state, feedback: exception.feedback });
  const arrived = state === 'DELIVERED' || state === 'READ';
  const arrivedAt = deliveredAt ?? readAt;
  const failedLater = feedback === 'BOUNCED' || (state === 'FAILED' && sentAt !== null);
  const times: Times = {};
  if (state === 'SENT' || arrived || arrivedAt || failedLater)
    times.SENT = sentAt ?? arrivedAt ?? (state === 'SENT' ? at : earlier(settledAt, at));
  if (arrived || arrivedAt) times.DELIVERED = arrivedAt ?? at;
  if (state === 'READ' || readAt) times.OPENED = readAt ?? at;
  if (feedback === 'BOUNCED') times.BOUNCED = at;
  return times;
}

function earlier(one: Date | null, other: Date): Date {
  return one && one < other ? one : other;
}

/** Facts by behavior, link, and day. */
class Facts {
  private readonly byKey = new Map<string, Omit<BehaviorFact, 'positions'> & { positions: Set<number> }>();

  addAll(did: DeliveryBehavior, link: number | null, at: Date, positions: readonly number[]): void {
    const day = Math.floor(at.getTime() / DAY_MS);
    const key = `${did} ${link ?? ''} ${day}`;
    const fact = this.byKey.get(key) ?? { did, link, day, positions: new Set<number>() };
    for (const position of positions) fact.positions.add(position);
    this.byKey.set(key, fact);
  }

  list(): BehaviorFact[] {
    return [...this.byKey.values()].map(({ positions, ...fact }) => ({
      ...fact,
      positions: toRanges([...positions].sort((a, b) => a - b)),
    }));
  }
}
