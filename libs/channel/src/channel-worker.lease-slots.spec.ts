import { type ReleaseSlot, LeaseSlots } from './channel-worker';

const WAIT_MS = 1_000;

describe('slots for leases', () => {
  it('are assigned to waiting callers in order', async () => {
    const slots = new LeaseSlots(1);
    const first = await slots.take(WAIT_MS);
    const order: string[] = [];
    const second = slots.take(WAIT_MS).then((free) => (order.push('second'), free));
    const third = slots.take(WAIT_MS).then((free) => (order.push('third'), free));
    await Promise.resolve();
    expect(order).toEqual([]);
    first?.();
    (await second)?.();
    await third;
    expect(order).toEqual(['second', 'third']);
  });

  it('never exceed their number, even if one is released twice', async () => {
    const slots = new LeaseSlots(2);
    const free: (ReleaseSlot | null)[] = [await slots.take(WAIT_MS), await slots.take(WAIT_MS)];
    free[0]?.();
    free[0]?.();
    await slots.take(WAIT_MS);
    expect(await slots.take(1)).toBeNull();
  });

  it('go to the next caller after a caller has waited as long as requested', async () => {
    const slots = new LeaseSlots(1);
    const free = await slots.take(WAIT_MS);
    const brief = slots.take(1);
    const next = slots.take(WAIT_MS);
    expect(await brief).toBeNull();
    free?.();
    expect(await next).not.toBeNull();
  });

  it('can increase and decrease in number, and slots in use stay in use', async () => {
    const slots = new LeaseSlots(1);
    const free = await slots.take(WAIT_MS);
    const waiting = slots.take(WAIT_MS);
    slots.add(1);
    const more = await waiting;
    slots.add(-1);
    free?.();
    expect(await slots.take(1)).toBeNull();
    more?.();
    expect(await slots.take(1)).not.toBeNull();
  });

  it('are not assigned after they are closed', async () => {
    const slots = new LeaseSlots(1);
    const free = await slots.take(WAIT_MS);
    const waiting = slots.take(WAIT_MS);
    slots.close();
    expect(await waiting).toBeNull();
    free?.();
    expect(await slots.take(WAIT_MS)).toBeNull();
  });
});
