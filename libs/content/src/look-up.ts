/** A recipient's extraData, or a selection of it: JSON values. */
export type Variables = Readonly<Record<string, unknown>>;

/** The system's values, by whole key, for example `carillon.unsubscribeUrl`. */
export type SystemValues = Readonly<Record<string, string>>;

/** A key and the names between its dots, split once. */
export interface KeyPath {
  readonly key: string;
  readonly names: readonly string[];
}

const systemPrefix = 'carillon.';

export function isSystemKey(key: string): boolean {
  return key.startsWith(systemPrefix);
}

/**
 * The key of a whole value, of any JSON type, which is stored for messages in Liquid. Placeholders cannot have such a
 * key, because it has braces.
 */
export function wholeKey(name: string): string {
  return `{${name}}`;
}

/** The name of a whole value. Null: an ordinary key. */
export function nameOfWhole(key: string): string | null {
  return key.startsWith('{') ? key.slice(1, -1) : null;
}

export function keyPath(key: string): KeyPath {
  return { key, names: key.split('.') };
}

/**
 * The text of a placeholder's key in a recipient's variables; undefined if its fallback applies.
 * `a.b` is the property of that exact name if it exists, otherwise property `b` of the object `a`. Only own properties
 * count. A string (also an empty one), number, or boolean is text. Null, an array, an object, and a missing value are
 * not.
 */
export function lookUp(variables: Variables, key: string): string | undefined {
  return isSystemKey(key) ? undefined : textAt(variables, keyPath(key));
}

/** Looks up a key that is already split. */
export function textAt(variables: Variables, { key, names }: KeyPath): string | undefined {
  if (owns(variables, key)) return textOf(variables[key]);
  return names.length === 1 ? undefined : textOf(valueAlong(variables, names));
}

/** The value at the end of a path through nested objects; arrays are not searched. */
export function valueAlong(variables: Variables, names: readonly string[]): unknown {
  let at: unknown = variables;
  for (const name of names) {
    if (!isObject(at) || !owns(at, name)) return undefined;
    at = at[name];
  }
  return at;
}

/** `__proto__` is never looked up: it could be read, but not copied by assignment. */
export function owns(object: Variables, name: string): boolean {
  return Object.hasOwn(object, name) && name !== '__proto__';
}

export function textOf(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined;
}

function isObject(value: unknown): value is Variables {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
