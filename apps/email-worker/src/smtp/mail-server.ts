import { createHash } from 'node:crypto';
import type { OpenedIntegration } from '@carillon/channel';
import type { EmailSettings } from '@carillon/contracts';
import type { EmailWorkerConfig } from '../config';
import { emailSettings } from '../mime/sender';

/** The integration that is the operator's own server and no user's. */
const DEFAULT_SENDER = 'default';

/** Where and how a session with a mail server begins. */
export interface MailServer extends Pick<EmailSettings, 'host' | 'port' | 'security'> {
  login: { user: string; pass: string } | null;
  /** How many connections it bears in all; null: it does not count them. */
  maxConnections: number | null;
  /** Whether it may be at a private address. */
  isTrusted: boolean;
  /** The name that this side gives itself in EHLO; absent: the machine's. */
  clientName: string | undefined;
}

type Rules = Pick<EmailWorkerConfig, 'ALLOW_PRIVATE_SMTP_HOSTS' | 'SMTP_CLIENT_NAME'>;

/** @throws UnusableIntegration */
export function mailServerOf(integration: OpenedIntegration, config: Rules): MailServer {
  const { host, port, security, username, maxConnections = null } = emailSettings(integration);
  return {
    host,
    port,
    security,
    maxConnections,
    login: username === undefined ? null : { user: username, pass: integration.secrets.password ?? '' },
    isTrusted: config.ALLOW_PRIVATE_SMTP_HOSTS || integration.id === DEFAULT_SENDER,
    clientName: config.SMTP_CLIENT_NAME,
  };
}

/** The same for integrations that can share connections. It tells nothing of the password. */
export function connectionKey(server: MailServer): string {
  return createHash('sha256').update(JSON.stringify(server)).digest('hex');
}
