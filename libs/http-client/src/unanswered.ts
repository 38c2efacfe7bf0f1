import type { DeliveryReason } from '@carillon/contracts';
import { type RequestFault, causes } from './connections';

/** The pause if no connection became free in time (milliseconds). */
const BUSY_MS = 5_000;

/** The result of a message whose request got no response, in the terms of libs/channel's ProviderResult. */
export type Unanswered = { reason: DeliveryReason; code: null; detail: string } & (
  | { kind: 'throttled'; scope: 'recipient'; retryAfterMs: number }
  | { kind: 'unknown'; suspect?: true }
  | { kind: 'providerDown' }
);

/**
 * Returns the result of a request without a response. It is certainly unsent only if no part of it was sent.
 * @param server its name for the owner of the account
 */
export function unanswered({ moment, reason: cause }: RequestFault, server: string): Unanswered {
  const found = reasonOf(cause);
  const about = { reason: found.reason, code: null, detail: found.detail(server) };
  if (moment === 'before') {
    if (cause === causes.noConnection)
      return { kind: 'throttled', scope: 'recipient', ...about, retryAfterMs: BUSY_MS };
    if (cause === causes.closed) return { kind: 'throttled', scope: 'recipient', ...about, retryAfterMs: 0 };
    return { kind: 'providerDown', ...about };
  }
  return { kind: 'unknown', ...about, ...(cause !== causes.closed && { suspect: true }) };
}

/**
 * A reason why there is no response: `causes` are codes of the system, of TLS, or of Node's HTTP parser, or Carillon's
 * own causes.
 */
interface FaultReason {
  causes: RegExp;
  reason: DeliveryReason;
  /** For the owner of the account. */
  detail: (server: string) => string;
}

/** The first entry that matches decides. */
const faultReasons: readonly FaultReason[] = [
  {
    causes: /^ECONNREFUSED$/,
    reason: 'CONNECTION_REFUSED',
    detail: (server) => `Nothing responds at the address of ${server}`,
  },
  {
    causes: /^(?:ENOTFOUND|EAI_.*|ENODATA)$/,
    reason: 'HOST_NOT_FOUND',
    detail: (server) => `The host name of ${server} cannot be resolved`,
  },
  {
    causes: /^(?:EHOSTUNREACH|ENETUNREACH|EHOSTDOWN|ENETDOWN|EADDRNOTAVAIL)$/,
    reason: 'HOST_UNREACHABLE',
    detail: (server) => `There is no route to ${server}`,
  },
  {
    causes: /^ETIMEDOUT$/,
    reason: 'SERVER_TIMEOUT',
    detail: (server) => `${capital(server)} did not respond in time`,
  },
  {
    causes: /^(?:ECONNRESET|EPIPE|ECONNABORTED)$/,
    reason: 'CONNECTION_LOST',
    detail: (server) => `${capital(server)} closed the connection`,
  },
  {
    causes: /^HOST_NOT_ALLOWED$/,
    reason: 'HOST_NOT_ALLOWED',
    detail: (server) => `The address of ${server} is not on the public internet`,
  },
  {
    causes: /^NO_FREE_CONNECTION$/,
    reason: 'NO_FREE_CONNECTION',
    detail: (server) => `${capital(server)} cannot be used`,
  },
  { causes: /^CLOSED$/, reason: 'WORKER_STOPPED', detail: () => 'The worker was stopped' },
  {
    causes: /^(?:HPE_|UNREADABLE$)/,
    reason: 'ANSWER_UNREADABLE',
    detail: (server) => `The responding server does not use the protocol of ${server}`,
  },
  {
    causes: /^(?:EPROTO$|ERR_TLS_|ERR_SSL_|ERR_OSSL_)|CERT|SIGNATURE|CRL|ISSUER/,
    reason: 'TLS_FAILED',
    detail: (server) => `No trusted TLS connection to ${server} is possible`,
  },
];

const otherwise: Omit<FaultReason, 'causes'> = {
  reason: 'CONNECTION_FAILED',
  detail: (server) => `${capital(server)} cannot be used`,
};

function reasonOf(cause: string): Omit<FaultReason, 'causes'> {
  return faultReasons.find(({ causes }) => causes.test(cause)) ?? otherwise;
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
