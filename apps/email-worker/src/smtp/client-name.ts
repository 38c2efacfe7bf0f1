import { isIP } from 'node:net';
import { isPublicAddress } from '@carillon/address';
import { ConfigError } from '@carillon/platform';
import type { EmailWorkerConfig } from '../config';

type Names = Pick<
  EmailWorkerConfig,
  'SMTP_CLIENT_NAME' | 'PUBLIC_URL' | 'DEFAULT_SMTP_URL' | 'ALLOW_PRIVATE_SMTP_HOSTS'
>;

/** Top-level names that are not in the public DNS: RFC 6761, RFC 6762, RFC 8375, and names that routers use. */
const LOCAL_NAMES = new Set([
  'arpa',
  'example',
  'home',
  'internal',
  'invalid',
  'lan',
  'local',
  'localdomain',
  'localhost',
  'test',
]);

/**
 * Returns the name for EHLO: SMTP_CLIENT_NAME, or else the host of PUBLIC_URL. Returns undefined if neither is a public
 * name and email goes only to private servers, because the machine's own name is sufficient.
 * @throws ConfigError for a name that public mail servers distrust or reject (RFC 5321 §4.1.4)
 */
export function clientNameOf(config: Names): string | undefined {
  const { SMTP_CLIENT_NAME: configured, PUBLIC_URL } = config;
  const name = configured ?? hostOf(PUBLIC_URL);
  if (isPublicName(name)) return name;
  if (staysPrivate(config)) return configured;
  const source = configured === undefined ? 'it is not set, and the host of PUBLIC_URL is' : 'read';
  throw new ConfigError(
    `SMTP_CLIENT_NAME: ${source} "${name}", which lowers the reputation with mail servers; set a public host name of this ` +
      'machine, such as mail.example.com',
  );
}

function isPublicName(name: string): boolean {
  const labels = name.replace(/\.$/, '').toLowerCase().split('.');
  const last = labels.at(-1) ?? '';
  return labels.length > 1 && isIP(labels.join('.')) === 0 && !labels.includes('') && !LOCAL_NAMES.has(last);
}

/** Whether all mail stays in the operator's own network. */
function staysPrivate({ ALLOW_PRIVATE_SMTP_HOSTS, DEFAULT_SMTP_URL }: Names): boolean {
  if (ALLOW_PRIVATE_SMTP_HOSTS) return true;
  const host = hostOf(DEFAULT_SMTP_URL ?? '');
  if (host === '') return false;
  return isIP(host) === 0 ? !isPublicName(host) : !isPublicAddress(host);
}

/** The host of a URL, with IPv6 addresses without brackets. Empty if the text isn't a URL. */
function hostOf(url: string): string {
  return (URL.parse(url)?.hostname ?? '').replace(/^\[|\]$/g, '');
}
