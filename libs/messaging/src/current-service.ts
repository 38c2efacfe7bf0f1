import { AsyncLocalStorage } from 'node:async_hooks';

const storage = new AsyncLocalStorage<string>();

/**
 * Starts a service in a process with several. Everything that it creates belongs to it: its connections, its timers, and
 * what their handlers do.
 */
export function asService<T>(service: string, start: () => T): T {
  return storage.run(service, start);
}

/** The service that the running code belongs to. Undefined if it has the process to itself. */
export function currentService(): string | undefined {
  return storage.getStore();
}
