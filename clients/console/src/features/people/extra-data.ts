import type { Schemas } from '@carillon/sdk';

type ExtraData = Schemas['ExtraData'];

/** An edited value of extraData; `stored` is its original value, of any type. */
export interface DataField {
  key: string;
  text: string;
  stored?: ExtraData[string];
}

/** A value as text. Other types are shown as JSON. */
export function asText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** A value as people read it. A list becomes its texts. */
export function valueText(value: unknown): string {
  return Array.isArray(value) ? value.join(', ') : asText(value);
}

export function fieldsOf(extraData: ExtraData): DataField[] {
  return Object.entries(extraData).map(([key, stored]) => ({ key, text: asText(stored), stored }));
}

/** A number stays a number if it is edited to another number. Text and new values are text. */
export function dataOf(fields: readonly DataField[]): ExtraData {
  const named = fields.filter(({ key }) => key.trim() !== '');
  return Object.fromEntries(named.map((field) => [field.key.trim(), valueOf(field)]));
}

function valueOf({ text, stored }: DataField): ExtraData[string] {
  if (stored === undefined || typeof stored === 'string') return text;
  if (text === asText(stored)) return stored;
  try {
    return JSON.parse(text) as ExtraData[string];
  } catch {
    return text;
  }
}

/** A name that occurs twice, so that one of its values would be lost. */
export function repeatedKey(fields: readonly DataField[]): string | undefined {
  const keys = fields.map(({ key }) => key.trim()).filter((key) => key !== '');
  return keys.find((key, index) => keys.indexOf(key) !== index);
}
