import { splitPlaceholders } from './placeholder';

/** Tags of Handlebars and Mustache, and keywords of Liquid and Jinja without arguments. */
const foreignKey = /^(?:[#/^>!&@$=*~]|(?:else|end|this|if|unless|each|for|endif|endfor)(?:\s|$))/;
/** Tags of Liquid, Jinja, Twig, and ERB that span only a few lines. */
const foreignTag = /\{%[^{}%]{1,200}%\}|<%[^<>%]{1,200}%>/g;
/** The maximum number of reported tags. */
const MOST = 50;

/**
 * Unsupported syntax of other template languages: filters (`{{ name | upcase }}`), blocks (`{{#if vip}}`), and tags
 * (`{% if vip %}`), each as written, without duplicates.
 */
export function foreignSyntax(texts: readonly string[]): string[] {
  const found = new Set<string>();
  for (const text of texts) {
    for (const part of splitPlaceholders(text)) {
      if (typeof part !== 'string') {
        if (part.isFiltered || foreignKey.test(part.key)) found.add(part.source);
      } else for (const [tag] of part.matchAll(foreignTag)) found.add(tag);
    }
  }
  return [...found].slice(0, MOST);
}
