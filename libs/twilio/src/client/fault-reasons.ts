/** Why there is no answer: `causes` are codes of the system, of TLS, of Node's HTTP parser, or ours. */
interface FaultReason {
  causes: RegExp;
  reason: string;
  /** For the owner of the account. */
  detail: string;
}

/** The first one that fits decides. */
export const faultReasons: readonly FaultReason[] = [
  {
    causes: /^ECONNREFUSED$/,
    reason: 'CONNECTION_REFUSED',
    detail: 'Nothing answers where Twilio should be',
  },
  {
    causes: /^(?:ENOTFOUND|EAI_.*|ENODATA)$/,
    reason: 'HOST_NOT_FOUND',
    detail: 'The name of Twilio’s server cannot be found',
  },
  {
    causes: /^(?:EHOSTUNREACH|ENETUNREACH|EHOSTDOWN|ENETDOWN|EADDRNOTAVAIL)$/,
    reason: 'HOST_UNREACHABLE',
    detail: 'There is no way to Twilio',
  },
  { causes: /^ETIMEDOUT$/, reason: 'SERVER_TIMEOUT', detail: 'Twilio did not answer in time' },
  {
    causes: /^(?:ECONNRESET|EPIPE|ECONNABORTED)$/,
    reason: 'CONNECTION_LOST',
    detail: 'Twilio closed the connection',
  },
  { causes: /^CLOSED$/, reason: 'WORKER_STOPPED', detail: 'The worker was stopped' },
  {
    causes: /^(?:HPE_|UNREADABLE$)/,
    reason: 'ANSWER_UNREADABLE',
    detail: 'What answers does not speak as Twilio does',
  },
  {
    causes: /^(?:EPROTO$|ERR_TLS_|ERR_SSL_|ERR_OSSL_)|CERT|SIGNATURE|CRL|ISSUER/,
    reason: 'TLS_FAILED',
    detail: 'No trusted TLS connection can be made with Twilio',
  },
];

const otherwise = { reason: 'CONNECTION_FAILED', detail: 'Twilio cannot be used' };

export function faultReason(cause: string): { reason: string; detail: string } {
  return faultReasons.find(({ causes }) => causes.test(cause)) ?? otherwise;
}
