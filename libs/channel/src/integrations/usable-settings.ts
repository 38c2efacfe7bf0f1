import type { TSchema } from '@sinclair/typebox';
import { type SettingsTable, misfit, settingsSchema, wrongTogether } from '@carillon/contracts';
import { type OpenedIntegration, UnusableIntegration } from '../provider';

const schemas = new WeakMap<SettingsTable, TSchema>();

/** Makes sure that an integration has all that its channel's table asks for. @throws UnusableIntegration */
export function assertUsable(table: SettingsTable, { settings, secrets }: OpenedIntegration): void {
  const isThere = (name: string): boolean => settings[name] !== undefined || secrets[name] !== undefined;
  const [wrong] = wrongTogether(table, isThere);
  const flaw = wrong ? `${wrong.field}: ${wrong.detail}` : misfit(schemaOf(table), settings);
  if (flaw !== null)
    throw new UnusableIntegration('SETTINGS_INVALID', `The settings are not complete: ${flaw}`);
}

/** The same for the same table: a schema is compiled once. */
function schemaOf(table: SettingsTable): TSchema {
  const schema = schemas.get(table) ?? settingsSchema(table);
  schemas.set(table, schema);
  return schema;
}
