import { AsyncLocalStorage } from 'node:async_hooks';

/** What a piece of work belongs to. `requestId` and `traceparent` (W3C Trace Context) travel with every message. */
export interface Trace {
  requestId?: string;
  campaignId?: string;
  batchId?: string;
  traceparent?: string;
}

const storage = new AsyncLocalStorage<Trace>();

/** Runs `work` as part of this trace; what the surrounding trace knows besides stays known. */
export function withTrace<T>(trace: Trace, work: () => T): T {
  return storage.run({ ...storage.getStore(), ...trace }, work);
}

/** The trace of the work that is running; empty outside of any. */
export function currentTrace(): Trace {
  return storage.getStore() ?? {};
}
