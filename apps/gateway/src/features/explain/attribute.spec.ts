import type { ExplainedDelivery, HeldAddress } from '@carillon/contracts';
import { GROUP, ID } from '../../../test/examples';
import { explainedDelivery } from '../../../test/explained';
import { type Holder, attribute, mergedIdOf } from './attribute';

const minute = (n: number): string => new Date(Date.UTC(2026, 2, 1, 10, n)).toISOString();
const ASKED = 'ann@example.com';
const to = (address: string, createdAt: string): ExplainedDelivery => ({
  ...explainedDelivery,
  address,
  createdAt,
});
const has = (id: string, changes: Partial<HeldAddress> = {}): Holder => ({
  personId: id,
  held: [{ address: ASKED, personId: id, from: null, until: null, ...changes }],
});
const [previous, present] = [has(ID, { until: minute(10) }), has(GROUP, { from: minute(10) })];
const people = [present, previous];

describe('attribute', () => {
  it('finds the person who had the address when the delivery was planned', () => {
    const [before, after] = [to(ASKED, minute(5)), to(ASKED, minute(15))];
    const choice = { asked: ASKED, asOf: minute(0) };
    expect(attribute(people, [before], choice)).toEqual({ holder: previous, deliveries: [before] });
    expect(attribute(people, [after], choice)).toEqual({ holder: present, deliveries: [after] });
  });

  it('finds the person who had the address at the start if there is no delivery', () => {
    expect(attribute(people, [], { asked: ASKED, asOf: minute(5) }).holder).toBe(previous);
    expect(attribute(people, [], { asked: ASKED, asOf: minute(15) }).holder).toBe(present);
  });

  it('keeps a delivery to the address even if no person has it', () => {
    const delivery = to(ASKED, minute(5));
    expect(attribute([], [delivery], { asked: ASKED, asOf: minute(0) })).toEqual({
      holder: null,
      deliveries: [delivery],
    });
  });

  it('leaves out deliveries to addresses that other people had at that time', () => {
    const delivery = to(ASKED, minute(5));
    const byId = { asked: null, asOf: minute(0) };
    expect(attribute([present], [delivery], byId).deliveries).toEqual([]);
    expect(attribute([previous], [delivery], byId).deliveries).toEqual([delivery]);
    expect(attribute([previous], [to(ASKED, minute(15))], byId).deliveries).toEqual([]);
  });

  it('keeps deliveries that were planned just after the person lost the address', () => {
    const delivery = to(ASKED, new Date(Date.parse(minute(10)) + 30_000).toISOString());
    expect(attribute([previous], [delivery], { asked: null, asOf: minute(0) }).deliveries).toEqual([
      delivery,
    ]);
  });
});

describe('mergedIdOf', () => {
  const merged: Holder = { personId: GROUP, held: [...previous.held, ...present.held] };

  it('is the merged person who got the delivery', () => {
    expect(mergedIdOf(merged, [to(ASKED, minute(5))])).toBe(ID);
  });

  it('is null after the merge, without a delivery, and without a person', () => {
    expect(mergedIdOf(merged, [to(ASKED, minute(15))])).toBeNull();
    expect(mergedIdOf(merged, [])).toBeNull();
    expect(mergedIdOf(null, [to(ASKED, minute(5))])).toBeNull();
  });
});
