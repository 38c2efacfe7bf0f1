import type { QuotaKind } from '@carillon/contracts';
import type { Quotas, Recounts } from '@carillon/quotas';
import { IdempotencyUsage } from './idempotency-usage';
import { type ClaimRequest, type IdempotencyKeys, KEY_BYTES, type StoredClaim } from './idempotency-keys';

const USER = 'a user';
const request: ClaimRequest = { id: 'id', userId: USER, fingerprint: 'this request', holder: 'me' };
const answer = { status: 201, contentType: 'application/json', location: null, body: 'x'.repeat(5_000) };
const storedClaim = { holder: 'me', attempt: 1 } as StoredClaim;

let stored: number;
let noted: number;
let hasRoom: boolean;
let counting: () => Promise<void>;
let taking: () => Promise<void>;
let counts: Partial<Record<QuotaKind, (userId: string) => Promise<number>>>;
let usage: IdempotencyUsage;
beforeEach(() => {
  [stored, noted, hasRoom] = [10 * KEY_BYTES, 0, true];
  [counting, taking] = [() => Promise.resolve(), () => Promise.resolve()];
  const keys = { storedBytes: () => counting().then(() => stored), exists: () => Promise.resolve(false) };
  const quotas = {
    take: () => taking(),
    takeAll: () => Promise.resolve(hasRoom),
    note: (_user: string, _kind: QuotaKind, amount: number) => void (noted += amount),
  };
  const recounts = { countBy: (recount: typeof counts) => void (counts = recount) };
  usage = new IdempotencyUsage(
    keys as unknown as IdempotencyKeys,
    quotas as unknown as Quotas,
    recounts as unknown as Recounts,
    { IDEMPOTENCY_WAIT_MS: 2_000 },
  );
  usage.onModuleInit();
});

const counted = (): Promise<number | undefined> => Promise.resolve(counts.idempotencyBytes?.(USER));

it('counts room that is taken until the key or the response is stored', async () => {
  const before = stored;
  await usage.spend(request, async () => {
    expect(await counted()).toBe(before + KEY_BYTES);
    return storedClaim;
  });
  expect(await counted()).toBe(before);
  const keep = async (): Promise<boolean> => {
    expect(await counted()).toBe(before + answer.body.length);
    return true;
  };
  expect(await usage.spendAnswer(request, answer, false, keep)).toBe('stored');
  expect([await counted(), noted]).toEqual([before, 0]);
});

it('counts room that is taken during a recount', async () => {
  let go = (): void => undefined;
  counting = () => new Promise((resolve) => (go = resolve));
  const count = counted();
  await usage.spend(request, () => Promise.resolve(storedClaim));
  go();
  expect(await count).toBe(stored + KEY_BYTES);
});

it('counts no room for a request that waits for room', async () => {
  let grant = (): void => undefined;
  taking = () => new Promise((resolve) => (grant = resolve));
  const spent = usage.spend(request, () => Promise.resolve(storedClaim));
  expect(await counted()).toBe(stored);
  grant();
  await spent;
});

it('frees room after a failure', async () => {
  const failing = (): Promise<never> => Promise.reject(new Error('away'));
  await expect(usage.spend(request, failing)).rejects.toThrow('away');
  await expect(usage.spendAnswer(request, answer, false, failing)).rejects.toThrow('away');
  expect([await counted(), noted]).toEqual([stored, -answer.body.length]);
});

it('frees room for a key that was stored before, and for a response whose request was taken over', async () => {
  await usage.spend(request, () => Promise.resolve({ ...storedClaim, holder: 'another' }));
  expect(noted).toBe(-KEY_BYTES);
  const keep = (): Promise<boolean> => Promise.resolve(false);
  expect(await usage.spendAnswer(request, answer, false, keep)).toBe('taken over');
  expect(noted).toBe(-KEY_BYTES - answer.body.length);
});

it('stores no response without room, except one with a secret', async () => {
  hasRoom = false;
  const keep = jest.fn(() => Promise.resolve(true));
  expect(await usage.spendAnswer(request, answer, false, keep)).toBe('full');
  expect([keep.mock.calls.length, noted]).toEqual([0, 0]);
  expect(await usage.spendAnswer(request, answer, true, keep)).toBe('stored');
  expect(noted).toBe(answer.body.length);
});
