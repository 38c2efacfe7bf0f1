import { BlockList, isIP } from 'node:net';
import type { DnsLookups } from './dns';

/** RFC 7208 §4.6.4. */
const MAX_LOOKUPS = 10;

/** A published SPF policy. `text` is the record of the domain itself. */
export interface SpfPolicy {
  text: string;
  /** The domains whose policies are included, at any depth. */
  includes: ReadonlySet<string>;
  /** Whether it allows every server: `+all`. */
  allowsAll: boolean;
  /** Whether it allows this address. */
  allows: (address: string) => boolean;
}

export type SpfProblem = 'unknown' | 'missing' | 'several' | 'invalid' | 'too_many_lookups';

/** Reads the policy of a domain with everything that it includes: RFC 7208. */
export async function readSpf(
  domain: string,
  dns: DnsLookups,
): Promise<{ policy: SpfPolicy; found: string[] } | { problem: SpfProblem; found: string[] }> {
  const reading = new SpfReading(dns);
  const found = await reading.recordsOf(domain);
  if (typeof found === 'string') return { problem: found, found: [] };
  const [text] = found;
  if (text === undefined) return { problem: 'missing', found };
  if (found.length > 1) return { problem: 'several', found };
  try {
    const allowsAll = await reading.follow(domain, text);
    const { includes, networks } = reading;
    const allows = (address: string): boolean =>
      networks.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
    return { policy: { text, includes, allowsAll, allows }, found };
  } catch (error) {
    if (error instanceof SpfError) return { problem: error.problem, found };
    throw error;
  }
}

class SpfError extends Error {
  override readonly name = 'SpfError';

  constructor(readonly problem: SpfProblem) {
    super(problem);
  }
}

const isPolicy = /^v=spf1(?: |$)/i;
const term = /^([-+~?]?)(all|include|a|mx|ptr|ip4|ip6|exists)(?:[:/](.*))?$|^([a-z][a-z0-9._-]*)=(.*)$/i;

class SpfReading {
  readonly includes = new Set<string>();
  readonly networks = new BlockList();
  private lookups = 0;

  constructor(private readonly dns: DnsLookups) {}

  async recordsOf(domain: string): Promise<string[] | 'unknown'> {
    const answer = await this.dns.txt(domain);
    if (answer.kind === 'unknown') return 'unknown';
    return answer.kind === 'none' ? [] : answer.records.filter((each) => isPolicy.test(each));
  }

  /** Returns whether the policy allows every server. @throws SpfError */
  async follow(domain: string, text: string): Promise<boolean> {
    let redirect: string | undefined;
    let all: string | undefined;
    for (const each of text.split(/ +/).slice(1)) {
      if (each === '') continue;
      const [, qualifier = '', mechanism, value = '', modifier, target = ''] = term.exec(each) ?? [];
      if (modifier !== undefined) {
        if (modifier.toLowerCase() === 'redirect') redirect = target;
      } else if (mechanism === undefined) {
        throw new SpfError('invalid');
      } else if (mechanism.toLowerCase() === 'all') {
        all ??= qualifier;
      } else {
        await this.mechanism(mechanism.toLowerCase(), each.slice(qualifier.length), {
          ...{ domain, value, isAllowed: qualifier === '' || qualifier === '+' },
        });
      }
    }
    if (all !== undefined) return all === '' || all === '+';
    return redirect === undefined ? false : this.other(redirect);
  }

  private async mechanism(
    name: string,
    text: string,
    { domain, value, isAllowed }: { domain: string; value: string; isAllowed: boolean },
  ): Promise<void> {
    if (name === 'ip4' || name === 'ip6') {
      this.addNetwork(value, name === 'ip4' ? 4 : 6, isAllowed);
      return;
    }
    if (name === 'include') {
      this.includes.add(value.toLowerCase());
      await this.other(value);
      return;
    }
    this.count();
    // Macros depend on the email. `ptr` and `exists` don't name addresses.
    if ((name !== 'a' && name !== 'mx') || value.includes('%') || !isAllowed) return;
    const [, named = '', four = '32', six = '128'] =
      /^(?:a|mx)(?::([^/]+))?(?:\/(\d+))?(?:\/\/(\d+))?$/i.exec(text) ?? [];
    const target = named === '' ? domain : named;
    const hosts = name === 'a' ? [target] : await this.mailServersOf(target);
    for (const host of hosts) {
      const answer = await this.dns.addresses(host);
      if (answer.kind !== 'found') continue;
      for (const address of answer.records) {
        if (isIP(address) === 6) this.networks.addSubnet(address, Math.min(Number(six), 128), 'ipv6');
        else this.networks.addSubnet(address, Math.min(Number(four), 32), 'ipv4');
      }
    }
  }

  private async mailServersOf(domain: string): Promise<string[]> {
    const answer = await this.dns.mx(domain);
    return answer.kind === 'found' ? answer.records.slice(0, MAX_LOOKUPS) : [];
  }

  /** Follows `include` and `redirect`. */
  private async other(domain: string): Promise<boolean> {
    this.count();
    if (domain.includes('%')) return false;
    const found = await this.recordsOf(domain);
    if (found === 'unknown') throw new SpfError('unknown');
    const [text] = found;
    if (text === undefined || found.length > 1) throw new SpfError('invalid');
    return this.follow(domain, text);
  }

  private count(): void {
    this.lookups += 1;
    if (this.lookups > MAX_LOOKUPS) throw new SpfError('too_many_lookups');
  }

  private addNetwork(value: string, family: 4 | 6, isAllowed: boolean): void {
    const [address = '', length = family === 4 ? '32' : '128'] = value.split('/');
    const bits = /^\d{1,3}$/.test(length) ? Number(length) : NaN;
    if (isIP(address) !== family || !(bits <= (family === 4 ? 32 : 128))) throw new SpfError('invalid');
    if (isAllowed) this.networks.addSubnet(address, bits, family === 4 ? 'ipv4' : 'ipv6');
  }
}
