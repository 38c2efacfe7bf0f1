import type { Schemas } from '@carillon/sdk';

type Row = Schemas['ReportReason'];

/** The states of deliveries that can be retried. */
export const endStates = ['FAILED', 'UNCONFIRMED'] as const;
export type EndState = (typeof endStates)[number];

/** The rows of a report whose recipients can be retried. */
export function retryableOf(reasons: readonly Row[]): Row[] {
  return reasons.filter(({ state }) => isEnd(state));
}

export function isEnd(state: Row['state']): state is EndState {
  return endStates.some((each) => each === state);
}

export const sumOf = (rows: readonly Row[]): number => rows.reduce((sum, { count }) => sum + count, 0);

/** Reasons that concern the address aren't preselected, because a retry doesn't help. */
const ofAddress = new Set([
  ...[
    'INVALID_ADDRESS',
    'INTERNATIONAL_ADDRESS',
    'NO_SUCH_ADDRESS',
    'NO_SUCH_DOMAIN',
    'DOMAIN_TAKES_NO_MAIL',
    'SUPPRESSED_BY_PROVIDER',
  ],
  ...['MAILBOX_DISABLED', 'MAILBOX_MOVED', 'UNKNOWN_ADDRESS', 'UNREACHABLE_ADDRESS', 'PREMIUM_NUMBER'],
  ...['LANDLINE', 'NOT_A_MOBILE_NUMBER', 'NOT_ON_WHATSAPP', 'NOT_REACHABLE_BY_RCS', 'OPTED_OUT'],
  ...['BLOCKED_BY_RECIPIENT', 'UNSUBSCRIBED', 'ERASED', 'SUPPRESSED'],
]);

/** The preselected reasons. */
export function likelyReasons(rows: readonly Row[]): string[] {
  return [...new Set(rows.map(({ reason }) => reason))].filter((reason) => !ofAddress.has(reason));
}

type Sent = Pick<Schemas['Report'], 'channels'>;

/**
 * The average number of segments of the sent SMS. @param ofText the segments of the text without data, which count if
 * no SMS was sent
 */
export function segmentsOfOne({ channels: { SMS } }: Sent, ofText: number): number {
  const { SENT, DELIVERED, READ, COMPLAINED } = SMS.states;
  const sent = SENT + DELIVERED + READ + COMPLAINED;
  return SMS.segments > 0 && sent > 0 ? SMS.segments / sent : ofText;
}
