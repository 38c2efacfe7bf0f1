import { Type } from '@sinclair/typebox';
import { type ConfigOf, defineConfig, secret } from '@carillon/platform';

const folder = { minLength: 1, maxLength: 200 } as const;

/** The mailbox-poller's environment variables, in addition to the platform's. */
export const mailboxPollerConfig = defineConfig('mailbox-poller', {
  LINK_KEYS: secret(
    Type.String({
      description:
        'the key ring of unsubscribe links and return paths: id:key, separated by commas; all keys are accepted',
    }),
  ),
  BOUNCE_MAILBOXES: secret(
    Type.String({
      description:
        'the mailboxes that receive bounces: imaps://user:password@host/INBOX, separated by spaces or new lines',
    }),
  ),
  BOUNCE_POLL_SECONDS: Type.Integer({
    default: 60,
    minimum: 1,
    maximum: 240,
    description: 'how often a mailbox is read, in addition to when its server announces new mail (IDLE)',
  }),
  BOUNCE_DONE_FOLDER: Type.Optional(
    Type.String({
      ...folder,
      description: 'the folder for processed emails; absent: they are deleted',
    }),
  ),
  BOUNCE_OTHER_FOLDER: Type.Optional(
    Type.String({
      ...folder,
      description: 'the folder for emails that are not reports; absent: they stay, marked',
    }),
  ),
});
export type MailboxPollerConfig = ConfigOf<typeof mailboxPollerConfig>;

/** `tls`: from the first byte; `starttls`: fails if the server doesn't offer it (RFC 8314); `none`: unencrypted. */
type Security = 'tls' | 'starttls' | 'none';

export interface MailboxAccess {
  host: string;
  port: number;
  security: Security;
  user: string;
  password: string;
  folder: string;
}

const ports: Readonly<Record<string, number>> = { 'imaps:': 993, 'imap:': 143 };
const loopback = /^(?:127\.0\.0\.1|\[::1\]|localhost)$/i;

/** @throws an Error that describes the problem without the value */
export function parseMailboxes(text: string): MailboxAccess[] {
  const found = text
    .split(/\s+/)
    .filter(Boolean)
    .map((each, index) => parseMailbox(each, `mailbox ${index + 1}`));
  if (found.length === 0) throw new Error('the list is empty');
  return found;
}

function parseMailbox(text: string, name: string): MailboxAccess {
  const url = URL.canParse(text) ? new URL(text) : null;
  const port = ports[url?.protocol ?? ''];
  if (!url || port === undefined || url.hostname === '')
    throw new Error(`${name} must have the form imaps://user:password@host/INBOX`);
  const [user, password, folder] = [url.username, url.password, url.pathname.replace(/^\//, '')].map((part) =>
    decoded(part, name),
  );
  if (!user || !password) throw new Error(`${name} lacks a user or a password`);
  const security = securityOf(url, name);
  return {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: url.port === '' ? port : Number(url.port),
    security,
    user,
    password,
    folder: folder === undefined || folder === '' ? 'INBOX' : folder,
  };
}

/** A password is never sent unencrypted unless this is configured explicitly. */
function securityOf(url: URL, name: string): Security {
  const tls = url.searchParams.get('tls');
  const isKnown = [...url.searchParams.keys()].every((key) => key === 'tls');
  if (!isKnown || url.hash !== '' || (tls !== null && tls !== 'off' && tls !== 'starttls'))
    throw new Error(`${name} has an unknown option; the options are ?tls=starttls and ?tls=off`);
  if (url.protocol === 'imaps:') {
    if (tls !== null) throw new Error(`${name} is imaps, which always uses TLS`);
    return 'tls';
  }
  return tls === 'off' || (tls === null && loopback.test(url.hostname)) ? 'none' : 'starttls';
}

function decoded(part: string, name: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    throw new Error(`${name}: write % as %25`);
  }
}
