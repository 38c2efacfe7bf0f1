/** The fields of an object in JSON that a provider sent. */
export type Fields = Readonly<Record<string, unknown>>;

const LONGEST_TEXT = 4_000;

export function fieldsIn(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? (value as Fields) : {};
}

export function listIn(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** Empty if the value is no text. */
export function textIn(value: unknown): string {
  return typeof value === 'string' ? value.slice(0, LONGEST_TEXT) : '';
}
