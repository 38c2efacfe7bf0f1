import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Where the stack under test is; see design of stack.json in docs/operations.md. */
export interface Stack {
  gatewayUrl: string;
  apiKey: string;
  operatorKey: string;
  inboxUrl: string;
  smtpUrl: string;
  services: { name: string; pid: number; adminUrl: string }[];
}

/** The folder of the stack that the end-to-end tests start for themselves, beside one that a developer may be running. */
export const stackFolder = join(__dirname, '..', '.carillon', 'e2e');

/** Read anew each time: a service that was killed comes back under another pid. */
export function stack(): Stack {
  return JSON.parse(readFileSync(join(stackFolder, 'stack.json'), 'utf8')) as Stack;
}

export function pidOf(service: string): number {
  const found = stack().services.find(({ name }) => name === service);
  if (!found) throw new Error(`There is no ${service} in the stack`);
  return found.pid;
}
