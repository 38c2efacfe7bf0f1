import { splitPlaceholders } from './placeholder';

/** Tags of Handlebars and Mustache, and the words of Liquid and Jinja that stand alone. */
const foreignKey = /^(?:[#/^>!&@$=*~]|(?:else|end|this|if|unless|each|for|endif|endfor)(?:\s|$))/;
/** Tags of Liquid, Jinja, Twig and ERB, as far as one fits on a few lines. */
const foreignTag = /\{%[^{}%]{1,200}%\}|<%[^<>%]{1,200}%>/g;
/** No answer needs more. */
const MOST = 50;

/**
 * What looks as if it were written for another template language, and is not understood: filters (`{{ name | upcase }}`), blocks
 * (`{{#if vip}}`) and tags (`{% if vip %}`), each as it was written, once.
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
