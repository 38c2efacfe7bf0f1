/** The last line of a key in PEM, which is the same in all keys. */
const lastLineOfPem = /\s*-----END [A-Z ]+-----\s*$/;

/**
 * A secret as it is shown to its owner: `…1234`. At most its last four characters, and never more than a quarter of it.
 */
export function lastFour(secret: string): string {
  const characters = Array.from(secret.replace(lastLineOfPem, ''));
  const shown = Math.min(4, Math.floor(characters.length / 4));
  return `…${characters.slice(characters.length - shown).join('')}`;
}
