import type { DnsAnswer, DnsLookups } from '../src/domains/dns';

type Lookups = Pick<DnsLookups, 'txt' | 'mx' | 'addresses'>;

/** Answers with these records: `TXT name`, `MX name`, or `A name`. Null: the server doesn't answer. */
export function fakeDns(records: Readonly<Record<string, readonly string[] | null>>): DnsLookups {
  const look =
    (type: string) =>
    (name: string): Promise<DnsAnswer> => {
      const found = records[`${type} ${name}`];
      if (found === null) return Promise.resolve({ kind: 'unknown' });
      return Promise.resolve(found ? { kind: 'found', records: [...found] } : { kind: 'none' });
    };
  return {
    txt: look('TXT'),
    mx: look('MX'),
    addresses: look('A'),
  } satisfies Lookups as unknown as DnsLookups;
}
