import { rmSync } from 'node:fs';
import { readJson, writeJson } from './json-file';
import { type StackSecrets, type TwilioLogin, twilioLogin } from './secrets';
import { type StackAddresses, bounceUrl, gatewayUrl, inboxUrl, smtpUrl, twilioUrl } from './settings';

/** The addresses and keys of a running stack, for scripts, tests and benchmarks. */
export interface StackFile {
  /** Scheme, host and port, no trailing slash; so is inboxUrl. */
  gatewayUrl: string;
  apiKey: string;
  operatorKey: string;
  inboxUrl: string;
  smtpUrl: string;
  /** The bounce-receiver, to which mails come back. */
  bounceUrl: string;
  /** The sandbox's Twilio API, and an account there. */
  twilioUrl: string;
  twilio: TwilioLogin;
  amqpUrl: string;
  mongoUrl: string;
  services: { name: string; pid: number; adminUrl: string }[];
}

/** Describes a stack without its services. */
export function describeStack(addresses: StackAddresses, secrets: StackSecrets, apiKey: string): StackFile {
  return {
    gatewayUrl: gatewayUrl(addresses),
    apiKey,
    operatorKey: secrets.operatorKey,
    inboxUrl: inboxUrl(addresses),
    smtpUrl: smtpUrl(addresses),
    bounceUrl: bounceUrl(addresses),
    twilioUrl: twilioUrl(addresses),
    twilio: twilioLogin(secrets),
    amqpUrl: addresses.amqpUrl,
    mongoUrl: addresses.mongoUrl,
    services: [],
  };
}

/** Writes stack.json atomically; only its owner may read it. */
export function writeStackFile(file: string, stack: StackFile): void {
  writeJson(file, stack);
}

export function removeStackFile(file: string): void {
  rmSync(file, { force: true });
}

/** Reads the addresses of a running stack; null if there is no stack.json. */
export function readStackUrls(file: string): Pick<StackFile, 'gatewayUrl' | 'inboxUrl'> | null {
  const stack = readJson(file);
  if (!stack || typeof stack.gatewayUrl !== 'string' || typeof stack.inboxUrl !== 'string') return null;
  return { gatewayUrl: stack.gatewayUrl, inboxUrl: stack.inboxUrl };
}
