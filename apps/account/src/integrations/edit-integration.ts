import { AppError, EmailSettings, type Integration, type Payload, misfit } from '@carillon/contracts';
import type { StoredIntegration } from './integrations';

type Settings = Integration['settings'];

/** The integration after a change. New settings or secrets are untested ones; a new name or rate tests nothing anew. */
export function edit(stored: StoredIntegration, change: Payload<'integration.update'>): StoredIntegration {
  const edited = {
    ...stored,
    name: change.name ?? stored.name,
    ratePerSecond: change.ratePerSecond === undefined ? stored.ratePerSecond : change.ratePerSecond,
    settings: mergeSettings(stored.settings, change.settings ?? {}),
    sealed: { ...stored.sealed, ...change.sealed },
    secrets: { ...stored.secrets, ...change.secrets },
  };
  if (!change.settings && !change.sealed) return edited;
  return { ...edited, status: 'UNTESTED', statusReason: null, checkedAt: null };
}

function mergeSettings(stored: Settings, changes: Settings): Settings {
  const merged = { ...stored, ...changes };
  return Object.fromEntries(Object.entries(merged).filter(([, value]) => value !== null));
}

/** Throws validation_failed when an email integration lacks what every mail server needs. */
export function requireUsable({ channel, settings }: Pick<Integration, 'channel' | 'settings'>): void {
  const wrong = channel === 'EMAIL' ? misfit(EmailSettings, settings) : null;
  if (wrong === null) return;
  const name = /^\/([^/:]*)/.exec(wrong)?.[1] ?? '';
  throw new AppError('validation_failed', undefined, [
    {
      field: `settings.${name}`,
      code: settings[name] === undefined ? 'required' : 'wrong_type',
      detail: wrong,
    },
  ]);
}
