import {
  type DomainRecord,
  type RecordFinding,
  type RecordStatus,
  type SmtpSettings,
  domainOf,
} from '@carillon/contracts';
import { dkimRecord, isRecordOf } from '@carillon/dkim';
import { isIP } from 'node:net';
import { type DmarcPolicy, isAligned, readDmarc } from './dmarc';
import type { DnsAnswer, DnsLookups } from './dns';
import type { DomainKey } from './domain-document';
import { mailServiceOf } from './mail-services';
import { type SpfPolicy, readSpf } from './spf';

/** The settings of a sender whose From address belongs to the domain. */
export type DomainSender = Pick<
  SmtpSettings,
  'host' | 'fromAddress' | 'bounceAddress' | 'bounceDomain' | 'feedbackProvider'
>;

type Result = Pick<DomainRecord, 'status' | 'finding' | 'found'>;

/** Looks up the records of a domain, and judges them. Returns the keys with their new states. */
export async function checkRecords(
  { domain, keys }: { domain: string; keys: readonly DomainKey[] },
  senders: readonly DomainSender[],
  dns: DnsLookups,
): Promise<{ keys: DomainKey[]; records: DomainRecord[] }> {
  const checkedKeys = Promise.all(keys.map((key) => checkKey(domain, key, dns)));
  const dmarc = readDmarc(domain, dns);
  const policy = dmarc.then((read) => ('policy' in read ? read.policy : null));
  const [checked, ...others] = await Promise.all([
    checkedKeys,
    checkDmarc(domain, senders, dmarc),
    ...[...returnPathsOf(domain, senders)].map((path) => checkSpf(path, domain, policy, dns)),
    ...bounceDomainsOf(senders).map((name) => checkMx(name, dns)),
    checkBimi(domain, policy, dns),
  ]);
  const next = checked.map(withNextState).filter(({ record }) => record !== null);
  return {
    keys: next.map(({ key }) => key),
    records: [
      ...next.flatMap(({ record }) => record ?? []),
      ...others.sort((a, b) => order.indexOf(a.purpose) - order.indexOf(b.purpose)),
    ].map(bounded),
  };
}

/**
 * The number of records with one name that are stored, and the length of each. A DNS server can return 64 KiB for each
 * name.
 */
const MOST_FOUND = 5;
const LONGEST_FOUND = 2_048;

/** A record without what would make the domain too large. A value that is too long can't be copied into DNS. */
function bounded({ value, found: records, ...record }: DomainRecord): DomainRecord {
  return {
    ...record,
    value: value !== null && value.length > LONGEST_FOUND ? null : value,
    found: records
      .slice(0, MOST_FOUND)
      .map((text) =>
        text.length > LONGEST_FOUND ? `${text.slice(0, LONGEST_FOUND - 1).toWellFormed()}…` : text,
      ),
  };
}

const order = ['DKIM', 'SPF', 'DMARC', 'BOUNCE_MX', 'BIMI'];

const found = (answer: DnsAnswer): string[] => (answer.kind === 'found' ? answer.records : []);
const result = (status: RecordStatus, finding: RecordFinding, records: string[] = []): Result => ({
  ...{ status, finding, found: records },
});
const unknown = result('UNKNOWN', 'dns_unavailable');
/** The record of a key that was replaced, and should be removed. */
const retiredRecord = (records: string[] = []) => ({
  ...{ value: null, isRequired: false },
  ...result('OK', 'dkim_retired', records),
});

/** A key, and what DNS has in its place. `isSeen`: null if DNS gave no answer. */
interface CheckedKey {
  key: DomainKey;
  isSeen: boolean | null;
  /** Null: the key is retired and no longer in DNS. The check removes it. */
  record: DomainRecord | null;
}

async function checkKey(domain: string, key: DomainKey, dns: DnsLookups): Promise<CheckedKey> {
  const name = `${key.selector}._domainkey.${domain}`;
  const answer = await dns.txt(name);
  const base = { purpose: 'DKIM' as const, type: 'TXT' as const, name };
  if (key.state === 'RETIRED') {
    if (answer.kind === 'none') return { key, isSeen: false, record: null };
    const judged = answer.kind === 'unknown' ? unknown : result('OK', 'dkim_retired', answer.records);
    return { key, isSeen: null, record: { ...base, ...retiredRecord(), ...judged } };
  }
  const isOptional = key.algorithm === 'ED25519';
  const wanted = { ...base, value: dkimRecord(key), isRequired: !isOptional };
  if (answer.kind === 'unknown') return { key, isSeen: null, record: { ...wanted, ...unknown } };
  if (answer.kind === 'none') {
    const judged = result('MISSING', isOptional ? 'dkim_optional' : 'dkim_missing');
    return { key, isSeen: false, record: { ...wanted, ...judged } };
  }
  // With several records, receivers may take any of them.
  const isSeen = answer.records.every((text) => isRecordOf(key, text));
  const judged = isSeen
    ? result('OK', 'dkim_published', answer.records)
    : result('WRONG', 'dkim_other_key', answer.records);
  return { key, isSeen, record: { ...wanted, ...judged } };
}

/**
 * A key that was found signs, and replaces the older keys of its algorithm. A key that is no longer found stops signing,
 * because nobody could verify its signatures.
 */
function withNextState(checked: CheckedKey, at: number, all: readonly CheckedKey[]): CheckedKey {
  const { key, isSeen, record } = checked;
  if (key.state === 'RETIRED') return checked;
  const isReplaced = all.some(
    (other, position) => position > at && other.key.algorithm === key.algorithm && other.isSeen === true,
  );
  if (isReplaced) {
    const { sealed: _sealed, ...rest } = key;
    const retired = record && isSeen !== false ? { ...record, ...retiredRecord(record.found) } : null;
    return { ...checked, key: { ...rest, state: 'RETIRED' }, record: retired };
  }
  if (isSeen === null) return checked;
  return { ...checked, key: { ...key, state: isSeen ? 'ACTIVE' : 'PENDING' } };
}

async function checkDmarc(
  domain: string,
  senders: readonly DomainSender[],
  reading: ReturnType<typeof readDmarc>,
): Promise<DomainRecord> {
  const read = await reading;
  const at = 'policy' in read ? read.policy.publishedBy : domain;
  const wanted = {
    ...{ purpose: 'DMARC' as const, type: 'TXT' as const, name: `_dmarc.${at}` },
    ...{ value: 'v=DMARC1; p=none', isRequired: true },
  };
  if ('problem' in read) {
    const { problem, found: records } = read;
    if (problem === 'unknown') return { ...wanted, ...unknown };
    const status = problem === 'missing' ? 'MISSING' : 'WRONG';
    return { ...wanted, ...result(status, `dmarc_${problem}`, records) };
  }
  const { policy, found: records } = read;
  const isBroken = senders.some(
    ({ fromAddress }) => !isAligned(domain, domainOf(fromAddress), policy, policy.isStrictForDkim),
  );
  const judged = isBroken
    ? result('WRONG', 'dmarc_strict', records)
    : result('OK', policy.policy === 'none' ? 'dmarc_monitors' : 'dmarc_published', records);
  return { ...wanted, value: isBroken ? wanted.value : (records[0] ?? wanted.value), ...judged };
}

/** A domain of return paths, and the servers of its senders. */
interface ReturnPath {
  name: string;
  /** Empty: no sender uses it yet. */
  hosts: string[];
}

function returnPathsOf(domain: string, senders: readonly DomainSender[]): ReturnPath[] {
  const paths = new Map<string, Set<string>>();
  for (const { host, fromAddress, bounceAddress, bounceDomain } of senders) {
    if (mailServiceOf(host)?.hasOwnReturnPath) continue;
    const name = bounceDomain ?? domainOf(bounceAddress ?? fromAddress);
    const hosts = paths.get(name) ?? new Set();
    paths.set(name, hosts.add(host.toLowerCase()));
  }
  if (senders.length === 0) paths.set(domain, new Set());
  return [...paths].map(([name, hosts]) => ({ name, hosts: [...hosts] }));
}

async function checkSpf(
  { name, hosts }: ReturnPath,
  domain: string,
  dmarc: Promise<DmarcPolicy | null>,
  dns: DnsLookups,
): Promise<DomainRecord> {
  const read = await readSpf(name, dns);
  const wanted = {
    ...{ purpose: 'SPF' as const, type: 'TXT' as const, name, isRequired: hosts.length > 0 },
    value: hosts.length === 0 ? null : `v=spf1 ${hosts.map(mechanismOf).join(' ')} ~all`,
  };
  if ('problem' in read) {
    const { problem, found: records } = read;
    if (problem === 'unknown') return { ...wanted, ...unknown, found: records };
    if (problem !== 'missing')
      return { ...wanted, value: null, ...result('WRONG', `spf_${problem}`, records) };
    return {
      ...wanted,
      ...result('MISSING', hosts.length === 0 ? 'spf_needs_sender' : 'spf_missing', records),
    };
  }
  const { policy, found: records } = read;
  const covered = await Promise.all(hosts.map((host) => coverage(host, policy, dns)));
  const lacking = hosts.filter((_, at) => covered[at] !== 'covered');
  const value = lacking.length === 0 ? policy.text : withMechanisms(policy.text, lacking.map(mechanismOf));
  const shown = { ...wanted, value };
  if (policy.allowsAll) return { ...shown, ...result('WRONG', 'spf_allows_all', records) };
  if (covered.includes('lacking')) return { ...shown, ...result('WRONG', 'spf_lacks_server', records) };
  if (covered.includes('unclear')) return { ...shown, ...result('UNKNOWN', 'spf_server_unclear', records) };
  const aligned = await dmarc;
  const counts = !aligned || isAligned(name, domain, aligned, aligned.isStrictForSpf);
  return { ...shown, ...result('OK', counts ? 'spf_published' : 'spf_unaligned', records) };
}

function mechanismOf(host: string): string {
  const service = mailServiceOf(host);
  if (service) return `include:${service.include}`;
  const family = isIP(host);
  return family === 0 ? `a:${host}` : `ip${family}:${host}`;
}

function withMechanisms(text: string, mechanisms: readonly string[]): string {
  const added = mechanisms.join(' ');
  return / [-+~?]?all\b/i.test(text) ? text.replace(/ (?=[-+~?]?all\b)/i, ` ${added} `) : `${text} ${added}`;
}

/**
 * Whether the policy allows the server of a sender. `unclear`: its address isn't listed, but it may send from another
 * one.
 */
async function coverage(
  host: string,
  policy: SpfPolicy,
  dns: DnsLookups,
): Promise<'covered' | 'lacking' | 'unclear'> {
  const service = mailServiceOf(host);
  if (service) return policy.includes.has(service.include) ? 'covered' : 'lacking';
  const addresses = isIP(host) > 0 ? [host] : found(await dns.addresses(host));
  return addresses.some((address) => policy.allows(address)) ? 'covered' : 'unclear';
}

function bounceDomainsOf(senders: readonly DomainSender[]): string[] {
  return [...new Set(senders.flatMap(({ bounceDomain }) => bounceDomain ?? []))];
}

async function checkMx(name: string, dns: DnsLookups): Promise<DomainRecord> {
  const wanted = { purpose: 'BOUNCE_MX' as const, type: 'MX' as const, name, value: null, isRequired: true };
  const answer = await dns.mx(name);
  if (answer.kind === 'unknown') return { ...wanted, ...unknown };
  // RFC 7505: the root means that the domain accepts no mail.
  const servers = found(answer).filter((server) => server !== '' && server !== '.');
  const judged = servers.length > 0 ? result('OK', 'mx_published', servers) : result('MISSING', 'mx_missing');
  return { ...wanted, ...judged };
}

async function checkBimi(
  domain: string,
  dmarc: Promise<DmarcPolicy | null>,
  dns: DnsLookups,
): Promise<DomainRecord> {
  const name = `default._bimi.${domain}`;
  const wanted = { purpose: 'BIMI' as const, type: 'TXT' as const, name, isRequired: false, value: null };
  const answer = await dns.txt(name);
  if (answer.kind === 'unknown') return { ...wanted, ...unknown };
  const records = found(answer).filter((text) => /^v=BIMI1\b/i.test(text.trim()));
  if (records.length === 0) return { ...wanted, ...result('MISSING', 'bimi_missing') };
  const policy = await dmarc;
  const isEnforced = policy?.policy === 'quarantine' || policy?.policy === 'reject';
  return {
    ...wanted,
    ...(isEnforced ? result('OK', 'bimi_published', records) : result('WRONG', 'bimi_needs_policy', records)),
  };
}
