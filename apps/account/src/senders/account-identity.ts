import { type OpenSender, type Sender, type SenderProvider, settingsTable } from '@carillon/contracts';
import { type Vault, VaultError, senderContext } from '@carillon/vault';
import { createHmac } from 'node:crypto';

/** The settings that identify an account at a provider. Senders with the same values share its limits. */
const identifying = {
  SMTP: ['host', 'username'],
  TWILIO: ['accountSid'],
  META: ['businessAccountId'],
  VONAGE: ['applicationId'],
  TELNYX: ['apiKey'],
  HTTP: ['url'],
  SES: ['accessKeyId'],
  SENDGRID: ['apiKey'],
  MAILGUN: ['apiKey'],
  POSTMARK: ['serverToken'],
  /** Its senders have accounts. */
  POOL: [],
} as const satisfies Record<SenderProvider, readonly string[]>;

/** Half of a SHA-256 would be enough. The ID has the form of all IDs: 12 bytes. */
const ID_DIGITS = 24;

type Identified = Pick<OpenSender, 'id' | 'channel' | 'provider' | 'settings' | 'sealed'>;

/** The ID of the account that a sender uses: a keyed hash. Null: it has none, or its secrets can't be read. */
export function accountIdOf(sender: Identified, vault: Vault, key: string): string | null {
  if (sender.provider === 'POOL') return null;
  const { fields } = settingsTable(sender);
  try {
    const values = identifying[sender.provider].map((name) => {
      const sealed = fields[name]?.secret ? sender.sealed[name] : undefined;
      if (sealed !== undefined) return vault.open(sealed, senderContext(sender.id, name));
      const value = sender.settings[name];
      const text = typeof value === 'string' ? value : '';
      return name === 'host' ? text.toLowerCase() : text;
    });
    const text = JSON.stringify([sender.provider, ...values]);
    return createHmac('sha256', key).update(text).digest('hex').slice(0, ID_DIGITS);
  } catch (error) {
    if (error instanceof VaultError) return null;
    throw error;
  }
}

/** How operators recognize the account. Of a secret, only the end is shown. */
export function accountNameOf({
  provider,
  settings,
  secrets,
}: Pick<Sender, 'provider' | 'settings' | 'secrets'>): string {
  const values = identifying[provider].map((name) => settings[name] ?? secrets[name] ?? '');
  return values
    .map(String)
    .filter((value) => value !== '')
    .join(' · ');
}
