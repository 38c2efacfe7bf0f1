/** Why there is no connection: `causes` are codes of the system, of Node.js or of the SMTP client. */
interface ConnectionFault {
  causes: readonly string[];
  reason: string;
  /** For the owner of the mail server. */
  detail: string;
}

export const connectionFaults: readonly ConnectionFault[] = [
  {
    causes: ['ECONNREFUSED'],
    reason: 'CONNECTION_REFUSED',
    detail: 'Nothing answers at this host and port',
  },
  {
    causes: ['ENOTFOUND', 'EAI_AGAIN', 'EAI_FAIL', 'ENODATA', 'EDNS'],
    reason: 'HOST_NOT_FOUND',
    detail: 'The name of the mail server cannot be found',
  },
  {
    causes: ['EHOSTUNREACH', 'ENETUNREACH', 'EHOSTDOWN', 'ENETDOWN', 'EADDRNOTAVAIL'],
    reason: 'HOST_UNREACHABLE',
    detail: 'There is no way to the mail server',
  },
  { causes: ['ETIMEDOUT'], reason: 'SERVER_TIMEOUT', detail: 'The mail server did not answer in time' },
  {
    causes: ['ECONNRESET', 'EPIPE', 'ECONNABORTED', 'ECONNECTION'],
    reason: 'CONNECTION_LOST',
    detail: 'The mail server closed the connection',
  },
  {
    causes: ['EPROTOCOL'],
    reason: 'NOT_A_MAIL_SERVER',
    detail: 'What answers at this host and port does not speak SMTP',
  },
  {
    causes: ['HOST_NOT_ALLOWED'],
    reason: 'HOST_NOT_ALLOWED',
    detail: 'Mail servers at private addresses are not allowed here',
  },
  {
    causes: ['LOGIN_NOT_OFFERED'],
    reason: 'LOGIN_NOT_OFFERED',
    detail: 'The mail server offers no login, and the settings have a user name',
  },
];

const tlsCause = /^(?:ETLS|EPROTO|ERR_TLS_|ERR_SSL_|ERR_OSSL_)|CERT|SIGNATURE|CRL|ISSUER/;
const tlsFailed = {
  reason: 'TLS_FAILED',
  detail: 'No trusted TLS connection can be made with the mail server',
};
const otherwise = { reason: 'CONNECTION_FAILED', detail: 'The mail server cannot be used' };

export function connectionFault(cause: string): { reason: string; detail: string } {
  const known = connectionFaults.find(({ causes }) => causes.includes(cause));
  return known ?? (tlsCause.test(cause) ? tlsFailed : otherwise);
}
