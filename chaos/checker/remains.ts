import type { Evidence } from '../evidence/evidence';

/** Nothing is left lying about: no message, dead or waiting, and no lease. */
export function checkRemains({ queues, leftovers }: Evidence): string[] {
  const full = queues.filter(({ messages }) => messages > 0);
  return [...full.map(({ name, messages }) => `${messages} messages are left in ${name}`), ...leftovers];
}
