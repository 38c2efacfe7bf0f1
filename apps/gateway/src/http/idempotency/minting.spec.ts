import { isId } from '@carillon/contracts';
import { currentAttempt, mintId, withMinting } from './minting';

const request = { id: 'a'.repeat(64), startedAt: new Date('2026-03-01T10:00:00.123Z'), attempt: 1 };
const three = (): string[] => [mintId(), mintId(), mintId()];
const ids = (of: object): string[] => withMinting({ ...request, ...of }, three);

describe('the IDs of created objects', () => {
  it('are the same on each run of the request', () => {
    expect(ids({})).toEqual(ids({ attempt: 2 }));
  });

  it('are ordinary, distinct IDs with the second of the first request', () => {
    for (const id of ids({})) {
      expect(isId(id)).toBe(true);
      expect(Number.parseInt(id.slice(0, 8), 16)).toBe(Date.parse('2026-03-01T10:00:00Z') / 1000);
    }
    expect(new Set(ids({})).size).toBe(3);
  });

  it('differ for another request, and for the same key after it has expired', () => {
    const [first] = ids({});
    expect(ids({ id: 'b'.repeat(64) })).not.toContain(first);
    expect(ids({ startedAt: new Date('2026-03-01T10:00:00.124Z') })).not.toContain(first);
  });

  it('do not depend on other requests that mint IDs at the same time', async () => {
    const slow = withMinting(request, async () => {
      const first = mintId();
      await Promise.resolve();
      return [first, mintId()];
    });
    ids({ id: 'b'.repeat(64) });
    expect(await slow).toEqual(ids({}).slice(0, 2));
  });

  it('are new if the request has no key', () => {
    expect(new Set([...three(), ...three()]).size).toBe(6);
    expect(three().every(isId)).toBe(true);
  });
});

describe('the number of runs of a request', () => {
  it('is one if it has no key', () => {
    expect(currentAttempt()).toBe(1);
    expect(withMinting({ ...request, attempt: 3 }, currentAttempt)).toBe(3);
  });
});
