import { type FreeSlot, HandSlots } from './hand-slots';

describe('places for hands', () => {
  it('are given to those who wait, in their order', async () => {
    const slots = new HandSlots(1);
    const first = await slots.take();
    const order: string[] = [];
    const second = slots.take().then((free) => (order.push('second'), free));
    const third = slots.take().then((free) => (order.push('third'), free));
    await Promise.resolve();
    expect(order).toEqual([]);
    first?.();
    (await second)?.();
    await third;
    expect(order).toEqual(['second', 'third']);
  });

  it('are never more than there are, even if one is given back twice', async () => {
    const slots = new HandSlots(2);
    const free: (FreeSlot | null)[] = [await slots.take(), await slots.take()];
    free[0]?.();
    free[0]?.();
    await slots.take();
    let taken = false;
    void slots.take().then(() => (taken = true));
    await new Promise(setImmediate);
    expect(taken).toBe(false);
  });

  it('are not given any more once they are closed', async () => {
    const slots = new HandSlots(1);
    const free = await slots.take();
    const waiting = slots.take();
    slots.close();
    expect(await waiting).toBeNull();
    free?.();
    expect(await slots.take()).toBeNull();
  });
});
