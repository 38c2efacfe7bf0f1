import type { KnownDevice } from '@carillon/contracts';
import Bowser from 'bowser';
import { LRUCache } from 'lru-cache';

/** The characters of a User-Agent that are examined. Those of email clients and browsers have up to about 300. */
const MOST_CHARACTERS = 512;
/** The number of cached User-Agents: about 5 MB. Those of most people are among a few thousand. */
const MOST_CACHED = 5_000;

/** Outlook for Windows and macOS, which doesn't always name the system. */
const desktopOutlook = /Microsoft Outlook \d|\bms-office\b|^MacOutlook\//;
/** Outlook for phones and tablets, which doesn't tell them apart. */
const mobileOutlook = /^Outlook-(?:iOS|Android)\//;

const devices: Readonly<Partial<Record<string, KnownDevice>>> = {
  desktop: 'DESKTOP',
  mobile: 'PHONE',
  tablet: 'TABLET',
};

const known = new LRUCache<string, { device: KnownDevice | null }>({ max: MOST_CACHED });

/** The device of a person, from the User-Agent header. Null: the header doesn't tell. */
export function deviceOf(userAgent: string | undefined): KnownDevice | null {
  const agent = (userAgent ?? '').trim().slice(0, MOST_CHARACTERS);
  if (agent === '') return null;
  const cached = known.get(agent);
  if (cached) return cached.device;
  const device = recognized(agent);
  known.set(agent, { device });
  return device;
}

function recognized(agent: string): KnownDevice | null {
  if (desktopOutlook.test(agent)) return 'DESKTOP';
  if (mobileOutlook.test(agent)) return null;
  // Parses only what the type of the device depends on.
  return devices[Bowser.getParser(agent, true).getPlatformType()] ?? null;
}
