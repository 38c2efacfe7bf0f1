import { rmSync } from 'node:fs';
import { readJson, writeJson } from './json-file';
import { type StackSecrets, type TwilioLogin, twilioLogin } from './secrets';
import { type StackAddresses, bounceUrl, gatewayUrl, inboxUrl, smtpUrl, twilioUrl } from './settings';

/** The addresses and keys of a running stack, for scripts, tests, and benchmarks. */
export interface StackFile {
  /** Scheme, host, and port without a trailing slash. The same applies to inboxUrl. */
  gatewayUrl: string;
  apiKey: string;
  operatorKey: string;
  inboxUrl: string;
  smtpUrl: string;
  /** The address of the bounce-receiver, to which emails return. */
  bounceUrl: string;
  /** The sandbox's Twilio API, and an account of it. */
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

/** Reads the addresses of a running stack. Returns null if stack.json is missing. */
export function readStackUrls(file: string): Pick<StackFile, 'gatewayUrl' | 'inboxUrl'> | null {
  const stack = readJson(file);
  if (!stack || typeof stack.gatewayUrl !== 'string' || typeof stack.inboxUrl !== 'string') return null;
  return { gatewayUrl: stack.gatewayUrl, inboxUrl: stack.inboxUrl };
}
