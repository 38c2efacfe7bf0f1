import { parseAddress } from '@carillon/address';
import type { Channel } from '@carillon/contracts';
import {
  type Finding,
  extraDataFindings,
  finding,
  joined,
  readChannel,
  unfitCharacters,
} from '@carillon/input';

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
export function personOf({ integration, identifier, extraData }: Given): Person | Finding[] {
  const channel = readChannel(integration);
  const address = addressOf(channel, identifier);
  const findings = [
    ...(channel ? [] : notOne(integration)),
    ...(typeof address === 'string' ? [] : address),
    ...(isAbsent(extraData) ? [] : within('extraData', extraDataFindings(extraData))),
  ];
  if (!channel || typeof address !== 'string' || findings.length > 0) return findings;
  return { channel, address, extraData: JSON.stringify(extraData ?? {}) };
}

function addressOf(channel: Channel | undefined, identifier: unknown): string | Finding[] {
  if (identifier === undefined) return finding('required', 'This is needed', 'identifier');
  if (typeof identifier !== 'string') return finding('wrong_type', 'This must be a string', 'identifier');
  const unfit = unfitCharacters(identifier, false, 'identifier');
  if (unfit.length > 0 || !channel) return unfit;
  const parsed = parseAddress(channel, identifier);
  return parsed.ok ? parsed.address : finding(parsed.code, 'This is no address', 'identifier');
}

function notOne(integration: unknown): Finding[] {
  if (integration === undefined) return finding('required', 'This is needed', 'integration');
  return typeof integration === 'string'
    ? finding('not_allowed', 'This is no channel', 'integration')
    : finding('wrong_type', 'This must be a string', 'integration');
}

function isAbsent(value: unknown): boolean {
  return value === undefined || value === null;
}

function within(place: string, findings: readonly Finding[]): Finding[] {
  return findings.map((each) => ({ ...each, at: each.at === '' ? place : joined(place, each.at) }));
}
