import { AppError, type Payload, settingFaults, settingsTable } from '@carillon/contracts';
import type { StoredSender } from './senders';

type Change = Omit<Payload<'sender.update'>, 'by'>;
type Settings = Record<string, unknown>;

/** The sender after a change. New settings or secrets reset it to UNTESTED, and unrated. Other changes do not. */
export function edit(
  { isPaused, rampUp: storedRampUp, standing, ...stored }: StoredSender,
  change: Change,
): StoredSender {
  const removed = removedBy(change.settings ?? {}, stored);
  const rampUp = change.rampUp === undefined ? storedRampUp : change.rampUp;
  const edited = {
    ...stored,
    ...(rampUp && { rampUp }),
    name: change.name ?? stored.name,
    ratePerSecond: change.ratePerSecond === undefined ? stored.ratePerSecond : change.ratePerSecond,
    settings: without(removed, { ...stored.settings, ...change.settings }),
    sealed: { ...without(removed, stored.sealed), ...change.sealed },
    secrets: { ...without(removed, stored.secrets), ...change.secrets },
    ...((change.isPaused ?? isPaused === true) && { isPaused: true as const }),
  };
  if (!change.settings && !change.sealed) return { ...edited, ...(standing && { standing }) };
  return { ...edited, status: 'UNTESTED', statusReason: null, checkedAt: null };
}

/**
 * The settings that are null, the secrets that belong to them, and the secrets that would now be sent to another
 * server.
 */
function removedBy(changes: Settings, { settings, ...sender }: StoredSender): ReadonlySet<string> {
  const { fields, pairs } = settingsTable(sender);
  const nulls = Object.keys(changes).filter((name) => changes[name] === null);
  const widowed = pairs.flatMap(([setting, secret]) => (nulls.includes(setting) ? [secret] : []));
  const moved = Object.keys(changes).filter((name) => changes[name] !== settings[name]);
  return new Set([...nulls, ...widowed, ...moved.flatMap((name) => fields[name]?.receives ?? [])]);
}

function without<T>(names: ReadonlySet<string>, settings: Record<string, T>): Record<string, T> {
  return Object.fromEntries(Object.entries(settings).filter(([name]) => !names.has(name)));
}

/** @throws AppError validation_failed if settings are missing, mutually exclusive, or malformed */
export function requireUsable({
  settings,
  sealed,
  ...sender
}: Pick<StoredSender, 'channel' | 'provider' | 'settings' | 'sealed'>): void {
  const faults = settingFaults(settingsTable(sender), settings, sealed);
  if (faults.length === 0) return;
  const fields = faults.map((fault) => ({ ...fault, field: `settings.${fault.field}` }));
  throw new AppError('validation_failed', undefined, fields);
}
