import { rmSync } from 'node:fs';
import { readJson, writeJson } from '../json-file';

/** What a Twilio integration is made with. */
export interface TwilioLogin {
  accountSid: string;
  authToken: string;
  apiKeySid: string;
  apiKeySecret: string;
}

/** Where everything of a running stack is: what scripts, tests and benches read. */
export interface StackFile {
  /** Scheme, host and port, no trailing slash; so is inboxUrl. */
  gatewayUrl: string;
  apiKey: string;
  operatorKey: string;
  inboxUrl: string;
  smtpUrl: string;
  /** The sandbox as Twilio, and an account that it knows. */
  twilioUrl: string;
  twilio: TwilioLogin;
  amqpUrl: string;
  mongoUrl: string;
  services: { name: string; pid: number; adminUrl: string }[];
}

/** Appears, whole, when all is ready; readable by its owner only. */
export function writeStackFile(file: string, stack: StackFile): void {
  writeJson(file, stack);
}

export function removeStackFile(file: string): void {
  rmSync(file, { force: true });
}

/** The addresses that a running stack has written down; null while there are none. */
export function readStackUrls(file: string): Pick<StackFile, 'gatewayUrl' | 'inboxUrl'> | null {
  const stack = readJson(file);
  if (!stack || typeof stack.gatewayUrl !== 'string' || typeof stack.inboxUrl !== 'string') return null;
  return { gatewayUrl: stack.gatewayUrl, inboxUrl: stack.inboxUrl };
}
