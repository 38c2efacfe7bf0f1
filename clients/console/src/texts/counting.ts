/** Numbers, and numbers with a noun, as a language writes them. */
export function countingIn(language: string) {
  const n = new Intl.NumberFormat(language);
  const many = (count: number, one: string, more: string): string =>
    `${n.format(count)} ${count === 1 ? one : more}`;
  return { n, many };
}
