/** The JSON of an object that many requests contain, such as attached files. It is written once. */
const written = new WeakMap<object, string>();

/**
 * JSON with one more property at its end. Its value is the same object in many requests.
 */
export function withShared(fields: object, name: string, shared: object): string {
  const json = JSON.stringify(fields);
  let value = written.get(shared);
  if (value === undefined) written.set(shared, (value = JSON.stringify(shared)));
  return `${json.slice(0, -1)}${json === '{}' ? '' : ','}${JSON.stringify(name)}:${value}}`;
}
