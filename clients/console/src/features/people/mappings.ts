import type { Schemas } from '@carillon/sdk';
import { type ColumnChoices, columnOptions } from './column-choices';
import { type ContactColumn, type Mapping, contactColumns } from './csv';

type ImportMapping = Schemas['ImportMapping'];

/** The API remembers files with at most this number of columns, and these characters of a header. */
const LIMITS = { columns: 200, header: 200 };

/** How the columns of such a file were read the last time; null: never. The order of columns doesn't matter. */
export function rememberedFor(
  mappings: readonly ImportMapping[],
  columns: readonly string[],
): { mapping: Mapping; choices: ColumnChoices } | null {
  const key = setOf(columns);
  const found = mappings.find((each) => setOf(each.columns) === key);
  if (!found) return null;
  const { fields, everybody, options } = found;
  const choices = options as ColumnChoices;
  if (Object.values(fields).some((column) => !columns.includes(column))) return null;
  if (fields.address === undefined) {
    const people = Object.fromEntries(contactColumns.map((field) => [field, fields[field] ?? null]));
    return { mapping: { people: people as Record<ContactColumn, string | null> }, choices };
  }
  const channel = fields.channel ?? null;
  const known = (['email', 'whatsapp', 'sms'] as const).find((each) => each === everybody);
  return { mapping: { address: fields.address, channel, everybody: known ?? 'email' }, choices };
}

/** The choices for a file in the form of the API; null: the file is too large to be remembered. */
export function toRemember(
  columns: readonly string[],
  mapping: Mapping,
  choices: ColumnChoices,
): Schemas['SaveImportMapping'] | null {
  const isTooLarge =
    columns.length > LIMITS.columns || columns.some((each) => Array.from(each).length > LIMITS.header);
  if (isTooLarge) return null;
  const fields = mapping.people ?? { address: mapping.address, channel: mapping.channel };
  const chosen = Object.entries(fields).filter((each): each is [string, string] => each[1] !== null);
  return {
    columns: [...columns],
    fields: Object.fromEntries(chosen),
    ...(!mapping.people && { everybody: mapping.everybody }),
    options: columnOptions(choices),
  };
}

function setOf(columns: readonly string[]): string {
  return JSON.stringify([...new Set(columns)].sort());
}
