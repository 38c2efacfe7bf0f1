import { type Static, Type } from '@sinclair/typebox';
import { By } from './audit';
import { command, read } from './define';
import { DkimAlgorithm } from './dkim-algorithm';
import { Deleted, Id, Nullable, Page, PageRequest, Timestamp } from './field-types';

/** The limit of domains per account. */
export const MAX_DOMAINS = 50;

/**
 * `PENDING`: not found in DNS yet, so it doesn't sign. `ACTIVE`: signs. `RETIRED`: another key replaced it, and its record
 * can be removed.
 */
export const domainKeyStates = ['PENDING', 'ACTIVE', 'RETIRED'] as const;
export const DomainKeyState = Type.Union([
  Type.Literal('PENDING'),
  Type.Literal('ACTIVE'),
  Type.Literal('RETIRED'),
]);
export type DomainKeyState = Static<typeof DomainKeyState>;

export const recordPurposes = ['DKIM', 'SPF', 'DMARC', 'BOUNCE_MX', 'BIMI'] as const;
export type RecordPurpose = (typeof recordPurposes)[number];

/** `UNKNOWN`: the DNS servers didn't answer, or the record can't be judged. */
export const recordStatuses = ['OK', 'MISSING', 'WRONG', 'UNKNOWN'] as const;
export type RecordStatus = (typeof recordStatuses)[number];

/** What a check found. The gateway and the console have a sentence of advice for each. */
export const recordFindings = [
  'not_checked',
  'dns_unavailable',
  'dkim_published',
  'dkim_missing',
  'dkim_optional',
  'dkim_other_key',
  'dkim_retired',
  'spf_published',
  'spf_unaligned',
  'spf_missing',
  'spf_needs_sender',
  'spf_several',
  'spf_invalid',
  'spf_too_many_lookups',
  'spf_allows_all',
  'spf_lacks_server',
  'spf_server_unclear',
  'dmarc_published',
  'dmarc_monitors',
  'dmarc_missing',
  'dmarc_several',
  'dmarc_invalid',
  'dmarc_strict',
  'mx_published',
  'mx_missing',
  'bimi_published',
  'bimi_missing',
  'bimi_needs_policy',
] as const;
export type RecordFinding = (typeof recordFindings)[number];

/** A DNS record that a domain needs, and the result of its last check. */
export const DomainRecord = Type.Object({
  purpose: Type.Unsafe<RecordPurpose>(Type.String()),
  type: Type.Unsafe<'TXT' | 'MX'>(Type.String()),
  name: Type.String(),
  /** Null: the value depends on the installation, or the record should be removed. */
  value: Nullable(Type.String()),
  /** Whether the domain is incomplete without it. */
  isRequired: Type.Boolean(),
  status: Type.Unsafe<RecordStatus>(Type.String()),
  finding: Type.Unsafe<RecordFinding>(Type.String()),
  /** The records with this name that were found. */
  found: Type.Array(Type.String()),
});
export type DomainRecord = Static<typeof DomainRecord>;

/**
 * `PENDING`: emails aren't signed, because no key was found in DNS. `INCOMPLETE`: emails are signed, and another required
 * record is missing or wrong.
 */
export const domainStates = ['PENDING', 'INCOMPLETE', 'OK'] as const;
export type DomainState = (typeof domainStates)[number];

/** Null: the operator, whose domains sign the emails of the default sender. */
const Owner = Nullable(Id);

/** A domain of From addresses, in lowercase A-labels. It also applies to its subdomains that have no own entry. */
export const Domain = Type.Object({
  id: Id,
  userId: Owner,
  domain: Type.String(),
  state: Type.Unsafe<DomainState>(Type.String()),
  keys: Type.Array(
    Type.Object({
      selector: Type.String(),
      algorithm: DkimAlgorithm,
      state: DomainKeyState,
      createdAt: Timestamp,
    }),
  ),
  records: Type.Array(DomainRecord),
  checkedAt: Nullable(Timestamp),
  createdAt: Timestamp,
  updatedAt: Timestamp,
});
export type Domain = Static<typeof Domain>;

/** DNS servers can take several seconds. */
const CHECK_TIMEOUT_MS = 20_000;
const checking = { timeoutMs: CHECK_TIMEOUT_MS };

const One = Type.Object({ userId: Owner, id: Id });
const Change = Type.Object({ ...One.properties, by: By });

export const domainMessages = {
  /**
   * Makes the keys, and checks the domain. A repeat with the same ID returns the existing domain. Errors: domain_exists,
   * limit_reached.
   */
  'domain.create': command(
    'account',
    Type.Object({ ...Change.properties, domain: Type.String() }),
    Domain,
    checking,
  ),
  /** Oldest first. */
  'domain.list': read('account', Type.Object({ userId: Owner, ...PageRequest }), Page(Domain)),
  /** Errors: domain_not_found. */
  'domain.get': command('account', One, Domain),
  /** Looks up the records now. Errors: domain_not_found, rate_limited. */
  'domain.check': command('account', One, Domain, checking),
  /**
   * Makes new keys, which replace the current ones when they are found in DNS. If new keys are already pending, they stay.
   * Errors: domain_not_found.
   */
  'domain.rotate': command('account', Change, Domain, checking),
  /** Deletes the keys, so that emails are no longer signed. */
  'domain.delete': command('account', Change, Deleted),
};
