import { parseTags } from '@carillon/dkim';
import type { DnsLookups } from './dns';

/** A domain has at most this many parents with a policy: RFC 9989 §4.10. */
const MAX_PARENTS = 8;

/** The DMARC policy of a domain. */
export interface DmarcPolicy {
  /** The domain with the record, which is the domain itself or a parent. */
  publishedBy: string;
  /** The highest domain with a record. Domains below it are aligned with each other, unless the alignment is strict. */
  organization: string;
  policy: 'none' | 'quarantine' | 'reject';
  isStrictForDkim: boolean;
  isStrictForSpf: boolean;
}

export type DmarcProblem = 'unknown' | 'missing' | 'several' | 'invalid';

/** Reads the policy that applies to a domain. */
export async function readDmarc(
  domain: string,
  dns: DnsLookups,
): Promise<{ policy: DmarcPolicy; found: string[] } | { problem: DmarcProblem; found: string[] }> {
  let nearest: { at: string; found: string[]; tags: Map<string, string> } | undefined;
  let organization: string | undefined;
  for (const at of withParents(domain)) {
    const answer = await dns.txt(`_dmarc.${at}`);
    if (answer.kind === 'unknown') return { problem: 'unknown', found: [] };
    const found =
      answer.kind === 'none' ? [] : answer.records.filter((text) => /^v=DMARC1\b/i.test(text.trim()));
    const [text] = found;
    if (text === undefined) continue;
    const tags = found.length === 1 ? parseTags(text) : null;
    if (tags?.get('psd') === 'y') break;
    if (!nearest) {
      if (found.length > 1) return { problem: 'several', found };
      if (!tags || !isPolicy(tags.get('p') ?? 'none')) return { problem: 'invalid', found };
      nearest = { at, found, tags };
    }
    organization = at;
    if (tags?.get('psd') === 'n') break;
  }
  if (!nearest || organization === undefined) return { problem: 'missing', found: [] };
  const { at, found, tags } = nearest;
  const own = at === domain ? tags.get('p') : (tags.get('sp') ?? tags.get('p'));
  const policy = {
    ...{ publishedBy: at, organization, policy: isPolicy(own) ? own : ('none' as const) },
    isStrictForDkim: tags.get('adkim') === 's',
    isStrictForSpf: tags.get('aspf') === 's',
  };
  return { policy, found };
}

/** Whether a domain counts for DMARC like the domain of the From address. */
export function isAligned(
  other: string,
  from: string,
  { organization }: DmarcPolicy,
  isStrict: boolean,
): boolean {
  if (other === from) return true;
  return !isStrict && (other === organization || other.endsWith(`.${organization}`));
}

function isPolicy(value: string | undefined): value is DmarcPolicy['policy'] {
  return value === 'none' || value === 'quarantine' || value === 'reject';
}

/** The domain, its parent, and so on, without the top level. */
function withParents(domain: string): string[] {
  const labels = domain.split('.');
  const count = Math.max(labels.length - 1, 1);
  return Array.from({ length: count }, (_, at) => labels.slice(at).join('.')).slice(-MAX_PARENTS);
}
