import { type FreeSlot, HandSlots } from './hand-slots';

const PATIENCE_MS = 1_000;

describe('places for hands', () => {
  it('are given to those who wait, in their order', async () => {
    const slots = new HandSlots(1);
    const first = await slots.take(PATIENCE_MS);
    const order: string[] = [];
    const second = slots.take(PATIENCE_MS).then((free) => (order.push('second'), free));
    const third = slots.take(PATIENCE_MS).then((free) => (order.push('third'), free));
    await Promise.resolve();
    expect(order).toEqual([]);
    first?.();
    (await second)?.();
    await third;
    expect(order).toEqual(['second', 'third']);
  });

  it('are never more than there are, even if one is given back twice', async () => {
    const slots = new HandSlots(2);
    const free: (FreeSlot | null)[] = [await slots.take(PATIENCE_MS), await slots.take(PATIENCE_MS)];
    free[0]?.();
    free[0]?.();
    await slots.take(PATIENCE_MS);
    expect(await slots.take(1)).toBeNull();
  });

  it('are not waited for longer than one has patience, and then go to the next', async () => {
    const slots = new HandSlots(1);
    const free = await slots.take(PATIENCE_MS);
    const impatient = slots.take(1);
    const next = slots.take(PATIENCE_MS);
    expect(await impatient).toBeNull();
    free?.();
    expect(await next).not.toBeNull();
  });

  it('are not given any more once they are closed', async () => {
    const slots = new HandSlots(1);
    const free = await slots.take(PATIENCE_MS);
    const waiting = slots.take(PATIENCE_MS);
    slots.close();
    expect(await waiting).toBeNull();
    free?.();
    expect(await slots.take(PATIENCE_MS)).toBeNull();
  });
});
