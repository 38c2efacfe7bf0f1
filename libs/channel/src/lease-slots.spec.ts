import { type ReleaseSlot, LeaseSlots } from './channel-worker';

const WAIT_MS = 1_000;

describe('slots for leases', () => {
  it('are given to the callers that wait, in their order', async () => {
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

  it('never exceed their number, even if one is given back twice', async () => {
    const slots = new LeaseSlots(2);
    const free: (ReleaseSlot | null)[] = [await slots.take(WAIT_MS), await slots.take(WAIT_MS)];
    free[0]?.();
    free[0]?.();
    await slots.take(WAIT_MS);
    expect(await slots.take(1)).toBeNull();
  });

  it('are not waited for longer than requested, and then go to the next caller', async () => {
    const slots = new LeaseSlots(1);
    const free = await slots.take(WAIT_MS);
    const brief = slots.take(1);
    const next = slots.take(WAIT_MS);
    expect(await brief).toBeNull();
    free?.();
    expect(await next).not.toBeNull();
  });

  it('can become more, and less: then those in use stay in use', async () => {
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

  it('are not given after they are closed', async () => {
    const slots = new LeaseSlots(1);
    const free = await slots.take(WAIT_MS);
    const waiting = slots.take(WAIT_MS);
    slots.close();
    expect(await waiting).toBeNull();
    free?.();
    expect(await slots.take(WAIT_MS)).toBeNull();
  });
});
