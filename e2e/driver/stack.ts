import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** What a running stack says of itself in stack.json. */
export interface Stack {
  gatewayUrl: string;
  apiKey: string;
  operatorKey: string;
  inboxUrl: string;
  smtpUrl: string;
  amqpUrl: string;
  mongoUrl: string;
  services: { name: string; pid: number; adminUrl: string }[];
}

/** The stack in CARILLON_FOLDER, else the one of `npm start`. Read anew each time: who was killed comes back under another pid. */
export function stack(): Stack {
  const folder = resolve(process.env.CARILLON_FOLDER ?? '.carillon');
  return JSON.parse(readFileSync(join(folder, 'stack.json'), 'utf8')) as Stack;
}

export function pidOf(service: string): number {
  const found = stack().services.find(({ name }) => name === service);
  if (!found) throw new Error(`There is no ${service} in the stack`);
  return found.pid;
}
