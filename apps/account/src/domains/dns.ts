import { Resolver } from 'node:dns/promises';
import { ConfigError } from '@carillon/platform';
import { Inject, Injectable } from '@nestjs/common';
import { type AccountConfig, accountConfig } from '../config';

/** The limits of one query, and of a whole lookup with its repeats and other servers (milliseconds). */
const QUERY_MS = 2_000;
const LOOKUP_MS = 4_500;
/** The limit of all lookups of a check (milliseconds). */
const CHECK_MS = 12_000;

/** The records with a name. `unknown`: no server gave an answer, so nothing is known about them. */
export type DnsAnswer = { kind: 'found'; records: string[] } | { kind: 'none' } | { kind: 'unknown' };

type RecordType = 'TXT' | 'MX' | 'A' | 'AAAA';

/** Starts the lookups of checks, at the servers of DNS_SERVERS, or else those of the system. */
@Injectable()
export class Dns {
  private readonly servers: readonly string[];

  constructor(@Inject(accountConfig.token) { DNS_SERVERS }: Pick<AccountConfig, 'DNS_SERVERS'>) {
    this.servers = DNS_SERVERS?.split(',').map((each) => each.trim()) ?? [];
    try {
      this.lookups();
    } catch {
      throw new ConfigError(`DNS_SERVERS: read ${JSON.stringify(DNS_SERVERS)}; expected IP addresses`);
    }
  }

  lookups(): DnsLookups {
    return new DnsLookups(this.servers);
  }
}

/** The lookups of one check. Each name is looked up once. */
export class DnsLookups {
  private readonly resolver = new Resolver({ timeout: QUERY_MS, tries: 2 });
  private readonly answers = new Map<string, Promise<DnsAnswer>>();
  private readonly deadline = performance.now() + CHECK_MS;

  constructor(servers: readonly string[]) {
    if (servers.length > 0) this.resolver.setServers(servers);
  }

  /** The texts of TXT records, whose strings are joined. */
  txt(name: string): Promise<DnsAnswer> {
    return this.once('TXT', name, async () => {
      const records = await this.resolver.resolveTxt(name);
      return records.map((strings) => strings.join(''));
    });
  }

  /** The names of mail servers, preferred ones first. */
  mx(name: string): Promise<DnsAnswer> {
    return this.once('MX', name, async () => {
      const records = await this.resolver.resolveMx(name);
      return records.sort((a, b) => a.priority - b.priority).map(({ exchange }) => exchange);
    });
  }

  /** IPv4 and IPv6 addresses. */
  async addresses(name: string): Promise<DnsAnswer> {
    const [four, six] = await Promise.all([
      this.once('A', name, () => this.resolver.resolve4(name)),
      this.once('AAAA', name, () => this.resolver.resolve6(name)),
    ]);
    const records = [four, six].flatMap((answer) => (answer.kind === 'found' ? answer.records : []));
    if (records.length > 0) return { kind: 'found', records };
    return four.kind === 'unknown' || six.kind === 'unknown' ? { kind: 'unknown' } : { kind: 'none' };
  }

  private once(type: RecordType, name: string, look: () => Promise<string[]>): Promise<DnsAnswer> {
    const key = `${type} ${name.toLowerCase()}`;
    const known = this.answers.get(key);
    if (known) return known;
    const answer = this.limited(look);
    this.answers.set(key, answer);
    return answer;
  }

  private async limited(look: () => Promise<string[]>): Promise<DnsAnswer> {
    const waitMs = Math.min(LOOKUP_MS, this.deadline - performance.now());
    if (waitMs <= 0) return { kind: 'unknown' };
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<DnsAnswer>((resolve) => {
      timer = setTimeout(() => resolve({ kind: 'unknown' }), waitMs);
    });
    try {
      return await Promise.race([late, look().then(answerOf, failure)]);
    } finally {
      clearTimeout(timer);
    }
  }
}

function answerOf(records: string[]): DnsAnswer {
  return records.length > 0 ? { kind: 'found', records } : { kind: 'none' };
}

/** The errors that say that no such record exists. A name that is not valid has none either. */
const without = new Set(['ENOTFOUND', 'ENODATA', 'EBADNAME']);

function failure(error: unknown): DnsAnswer {
  const { code = '' } = error as NodeJS.ErrnoException;
  return without.has(code) ? { kind: 'none' } : { kind: 'unknown' };
}
