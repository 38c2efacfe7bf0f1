import { type OpenSender, type Sender, settingsTable } from '@carillon/contracts';
import { type Vault, VaultError, senderContext } from '@carillon/vault';
import { createHmac } from 'node:crypto';

/** Half of a SHA-256 would be enough. The ID has the form of all IDs: 12 bytes. */
const ID_DIGITS = 24;

type Identified = Pick<OpenSender, 'id' | 'channel' | 'provider' | 'settings' | 'sealed'>;

/** The settings that identify the account at the provider. Empty: the provider has no accounts, like a pool. */
function identifying(sender: Pick<Sender, 'channel' | 'provider'>): string[] {
  const { fields } = settingsTable(sender);
  return Object.keys(fields).filter((name) => fields[name]?.identifies === true);
}

/** The ID of the account that a sender uses: a keyed hash. Null: it has none, or its secrets can't be read. */
export function accountIdOf(sender: Identified, vault: Vault, key: string): string | null {
  const { fields } = settingsTable(sender);
  const names = identifying(sender);
  if (names.length === 0) return null;
  try {
    const values = names.map((name) => {
      const sealed = fields[name]?.secret ? sender.sealed[name] : undefined;
      if (sealed !== undefined) return vault.open(sealed, senderContext(sender.id, name));
      const value = sender.settings[name];
      const text = typeof value === 'string' ? value : '';
      return fields[name]?.form === 'host' ? text.toLowerCase() : text;
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
  settings,
  secrets,
  ...sender
}: Pick<Sender, 'channel' | 'provider' | 'settings' | 'secrets'>): string {
  const values = identifying(sender).map((name) => settings[name] ?? secrets[name] ?? '');
  return values
    .map(String)
    .filter((value) => value !== '')
    .join(' · ');
}
