import { type CampaignPublished, type CampaignRetried, newId } from '@carillon/contracts';
import {
  type LifecycleState,
  type Transition,
  cancel,
  pause,
  publish,
  remove,
  resume,
  retry,
} from './transitions';

const now = new Date('2026-03-01T12:00:00.000Z');
const campaignId = newId();
const userId = newId();

const order = {
  campaignId,
  userId,
  rev: 2,
  run: 1,
  groups: [],
  publishedAt: now.toISOString(),
} as unknown as CampaignPublished;
const rerun: CampaignRetried = {
  ...{ campaignId, userId, rev: 10, run: 2 },
  selection: { states: ['FAILED'], channels: null, reasons: null },
};

type Step = [name: string, transition: (current: LifecycleState | null) => Transition | null];
const published: Step = ['published', (current) => publish(current, order)];
const paused = (rev: number): Step => [`paused ${rev}`, (current) => pause(current, { rev })];
const resumed = (rev: number): Step => [`resumed ${rev}`, (current) => resume(current, { rev }, now)];
const cancelled = (rev: number): Step => [`cancelled ${rev}`, (current) => cancel(current, { rev }, now)];
const deleted = (rev: number): Step => [`deleted ${rev}`, (current) => remove(current, { rev }, now)];
const retried: Step = ['retried 10', (current) => retry(current, rerun, now)];

const nothing: LifecycleState = { rev: 0, run: 0, state: 'OPEN', wanted: 'OPEN', ledger: 'KEPT' };
function stateAfter(steps: readonly Step[], before: LifecycleState | null = null): LifecycleState | null {
  return steps.reduce<LifecycleState | null>((current, [, transition]) => {
    const next = transition(current);
    return next ? { ...nothing, ...current, ...pick(next.set) } : current;
  }, before);
}
const pick = ({ rev, run, state, wanted, ledger }: Transition['set']): Partial<LifecycleState> =>
  JSON.parse(JSON.stringify({ rev, run, state, wanted, ledger })) as Partial<LifecycleState>;

function orders<T>(items: readonly T[]): T[][] {
  if (items.length <= 1) return [[...items]];
  return items.flatMap((item, at) => orders(items.toSpliced(at, 1)).map((rest) => [item, ...rest]));
}

describe('transitions', () => {
  it.each<[string, Step[]]>([
    ['paused', [published, paused(3)]],
    ['resumed', [published, paused(3), resumed(4)]],
    ['paused again', [published, paused(3), resumed(4), paused(5)]],
    ['canceled while paused', [published, paused(3), cancelled(4)]],
    ['deleted while running', [published, paused(3), resumed(4), deleted(5)]],
    ['canceled, then deleted', [published, paused(3), cancelled(4), deleted(5)]],
  ])('have the same result if events arrive in any order, once or twice: %s', (_, steps) => {
    const inOrder = stateAfter(steps);
    for (const shuffled of orders(steps)) {
      for (const again of steps) {
        const current = stateAfter([...shuffled, again]);
        expect({ by: shuffled.map(([name]) => name), state: current?.state }).toEqual({
          by: shuffled.map(([name]) => name),
          state: inOrder?.state,
        });
        if (inOrder?.state !== 'CANCELLED') expect(current).toEqual(inOrder);
      }
    }
  });

  it('keep the ledger of a canceled campaign, but not of a deleted one or one that never started', () => {
    const ledgerAfter = (...steps: Step[]): string | undefined => stateAfter(steps)?.ledger;
    expect(ledgerAfter(published, paused(3), cancelled(4))).toBe('KEPT');
    expect(ledgerAfter(paused(3), published, cancelled(4))).toBe('KEPT');
    expect(ledgerAfter(paused(3), cancelled(4), published)).toBe('DELETING');
    for (const shuffled of orders([published, cancelled(4), deleted(5)]))
      expect(ledgerAfter(...shuffled)).toBe('DELETING');
  });

  it.each<[string, Step[]]>([
    ['retried', [retried]],
    ['paused in its second run', [retried, paused(11)]],
    ['resumed in its second run', [retried, paused(11), resumed(12)]],
    ['canceled in its second run', [retried, cancelled(11)]],
  ])('have the same result in any order after the first run: %s', (_, steps) => {
    const done: LifecycleState = { rev: 2, run: 1, state: 'DONE', wanted: 'OPEN', ledger: 'KEPT' };
    const inOrder = stateAfter(steps, done);
    for (const shuffled of orders(steps)) {
      for (const again of steps) expect(stateAfter([...shuffled, again], done)?.state).toBe(inOrder?.state);
    }
  });

  it('start a second run as open if the first one was paused at its end', () => {
    const done = stateAfter([paused(9)], { rev: 2, run: 1, state: 'DONE', wanted: 'OPEN', ledger: 'KEPT' });
    expect(done).toMatchObject({ state: 'DONE', rev: 9 });
    expect(stateAfter([retried], done)).toMatchObject({ state: 'OPEN', run: 2, rev: 10 });
  });

  it('complete a second run immediately if the ledger is deleted', () => {
    const expired: LifecycleState = { rev: 2, run: 1, state: 'DONE', wanted: 'OPEN', ledger: 'DELETED' };
    expect(retry(expired, rerun, now)).toMatchObject({
      set: { run: 2, rev: 10 },
      announce: { type: 'campaign.completed', run: 2, finishedAt: now },
    });
  });

  it.each<LifecycleState['state']>(['OPEN', 'PAUSED', 'CANCELLED'])(
    'start no second run of a campaign that is %s',
    (state) => {
      expect(retry({ rev: 2, run: 1, state, wanted: 'OPEN', ledger: 'KEPT' }, rerun, now)).toBeNull();
    },
  );
});
