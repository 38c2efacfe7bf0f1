import { ConfigError } from '@carillon/platform';
import type { SmtpSettings } from '@carillon/contracts';

export type MailServer = Pick<SmtpSettings, 'host' | 'port' | 'security' | 'username'> & {
  password?: string;
};
type Security = SmtpSettings['security'];

/** RFC 8314 §3.3 (465), RFC 6409 §3.1 (587), RFC 5321 §4.5.4.2 (25). */
const ports: Record<Security, number> = { tls: 465, starttls: 587, none: 25 };

/**
 * Parses smtp[s]://user:password@host:port?security=none|starttls|tls. Without `security`, smtps means tls. smtp means
 * starttls if there is a password, which must not be sent unencrypted by accident, and none otherwise. Throws
 * ConfigError.
 */
export function parseSmtpUrl(text: string): MailServer {
  const url = URL.canParse(text) ? new URL(text) : refuse('is not a URL');
  if (url.hostname === '') refuse('names no host');
  if (!['', '/'].includes(url.pathname)) refuse('has a path, which a mail server does not have');
  const username = decoded(url.username);
  const password = decoded(url.password);
  if ((username === '') !== (password === '')) refuse('has only one of user and password');
  const security = securityOf(url, password !== '');
  return {
    host: url.hostname.replace(/^\[(.*)\]$/, '$1'),
    port: url.port === '' ? ports[security] : Number(url.port),
    security,
    ...(username !== '' && { username, password }),
  };
}

function securityOf(url: URL, hasPassword: boolean): Security {
  for (const name of url.searchParams.keys()) {
    if (name !== 'security') refuse(`has the unknown parameter "${name}"`);
  }
  const security = url.searchParams.get('security');
  if (security === null) return url.protocol === 'smtps:' ? 'tls' : hasPassword ? 'starttls' : 'none';
  if (!isSecurity(security)) refuse('has a security= parameter that is not none, starttls, or tls');
  if (url.protocol === 'smtps:' && security !== 'tls')
    refuse('begins with smtps:// but requests another security');
  return security;
}

function isSecurity(text: string): text is Security {
  return Object.hasOwn(ports, text);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return refuse('has a user or password that is not percent-encoded');
  }
}

/** The URL contains a password, so the error message never shows the URL. */
function refuse(why: string): never {
  throw new ConfigError(`DEFAULT_SMTP_URL: read a secret value; it ${why}`);
}
