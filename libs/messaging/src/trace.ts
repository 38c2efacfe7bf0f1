import { AsyncLocalStorage } from 'node:async_hooks';

/**
 * Identifies the work that a log line belongs to. Every message contains `requestId` and `traceparent` (W3C Trace
 * Context).
 */
export interface Trace {
  requestId?: string;
  campaignId?: string;
  batchId?: string;
  traceparent?: string;
}

const storage = new AsyncLocalStorage<Trace>();

/** Runs `work` as part of this trace, which inherits the fields of the surrounding trace. */
export function withTrace<T>(trace: Trace, work: () => T): T {
  return storage.run({ ...storage.getStore(), ...trace }, work);
}

/** Returns the trace of the running work; empty outside of work. */
export function currentTrace(): Trace {
  return storage.getStore() ?? {};
}
