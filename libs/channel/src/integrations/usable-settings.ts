import { type SettingsTable, settingFaults } from '@carillon/contracts';
import { type OpenedIntegration, UnusableIntegration } from '../provider';

/** Makes sure that an integration has all that its channel's table asks for. @throws UnusableIntegration */
export function assertUsable(table: SettingsTable, { settings, secrets }: OpenedIntegration): void {
  const [fault] = settingFaults(table, settings, secrets);
  if (!fault) return;
  const flaw = `${fault.field}: ${fault.detail}`;
  throw new UnusableIntegration('SETTINGS_INVALID', `The settings are not complete: ${flaw}`);
}
