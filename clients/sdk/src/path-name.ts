/** Names that programs on the way may change or refuse in a path: dots, slashes, `%`, and those that begin with `~`. */
const fragile = /^~|^\.{1,2}$|[/\\%]/;

/**
 * The name of an attribute as a parameter of a path. A name that clients and proxies may change in a path becomes `~` and
 * the name in base64url, which the API reads as the same name.
 */
export function pathName(name: string): string {
  if (!fragile.test(name)) return name;
  const binary = String.fromCodePoint(...new TextEncoder().encode(name));
  return `~${btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')}`;
}
