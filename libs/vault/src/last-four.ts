/**
 * A secret as it is shown to its owner: `…1234`. At most its last four characters, and never more than a quarter of it.
 */
export function lastFour(secret: string): string {
  const characters = Array.from(secret);
  const shown = Math.min(4, Math.floor(characters.length / 4));
  return `…${characters.slice(characters.length - shown).join('')}`;
}
