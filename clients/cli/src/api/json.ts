/** What the API answers. Nothing is taken for granted of it: values are read by the functions below. */
export type Json = Record<string, unknown>;

export function isJson(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The object at a key; empty where there is none. */
export function inner(value: Json, key: string): Json {
  const found = value[key];
  return isJson(found) ? found : {};
}

/** The objects of the list at a key. */
export function rows(value: Json, key: string): Json[] {
  const found = value[key];
  return Array.isArray(found) ? found.filter(isJson) : [];
}

/** The text at a key; empty where there is none. */
export function text(value: Json, key: string): string {
  const found = value[key];
  return typeof found === 'string' ? found : '';
}

/** The number at a key; 0 where there is none. */
export function count(value: Json, key: string): number {
  const found = value[key];
  return typeof found === 'number' ? found : 0;
}
