import { parseAddress } from '@carillon/address';
import type { Channel, FieldError } from '@carillon/contracts';
import { extraDataIssues, issue, readChannel, unfitCharacters, within } from '@carillon/input';

/** Somebody as a record names them; `extraData` is JSON text. */
export interface Person {
  channel: Channel;
  address: string;
  extraData: string;
}

/** What a record says, by the names that POST /subscribers has for it. */
export interface Given {
  integration?: unknown;
  identifier?: unknown;
  extraData?: unknown;
}

/** The person that is meant, by the rules of POST /subscribers; or all that is wrong. */
export function personOf({ integration, identifier, extraData }: Given): Person | FieldError[] {
  const channel = readChannel(integration);
  const address = addressOf(channel, identifier);
  const issues = [
    ...(channel ? [] : notOne(integration)),
    ...(typeof address === 'string' ? [] : address),
    ...(isAbsent(extraData) ? [] : within('extraData', extraDataIssues(extraData))),
  ];
  if (!channel || typeof address !== 'string' || issues.length > 0) return issues;
  return { channel, address, extraData: JSON.stringify(extraData ?? {}) };
}

function addressOf(channel: Channel | undefined, identifier: unknown): string | FieldError[] {
  if (identifier === undefined) return issue('required', 'This is needed', 'identifier');
  if (typeof identifier !== 'string') return issue('wrong_type', 'This must be a string', 'identifier');
  const unfit = within('identifier', unfitCharacters(identifier));
  if (unfit.length > 0 || !channel) return unfit;
  const parsed = parseAddress(channel, identifier);
  return parsed.ok ? parsed.address : issue(parsed.code, 'This is no address', 'identifier');
}

function notOne(integration: unknown): FieldError[] {
  if (integration === undefined) return issue('required', 'This is needed', 'integration');
  return typeof integration === 'string'
    ? issue('not_allowed', 'This is no channel', 'integration')
    : issue('wrong_type', 'This must be a string', 'integration');
}

function isAbsent(value: unknown): boolean {
  return value === undefined || value === null;
}
