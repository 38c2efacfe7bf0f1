import { splitPlaceholders } from './placeholder';

/** Tags of Handlebars and Mustache, and keywords of Liquid and Jinja without arguments. */
const foreignKey = /^(?:[#/^>!&@$=*~]|(?:else|end|this|if|unless|each|for|endif|endfor)(?:\s|$))/;
/**
 * Tags of Liquid, Jinja, Twig, and ERB that span only a few lines, and the placeholders of other products: `*|FNAME|*`
 * (Mailchimp), `%%first_name%%` (Salesforce), `%FIRSTNAME%` (ActiveCampaign), `%recipient.name%` (Mailgun), and `{$name}`
 * (MailerLite).
 */
const foreignTag =
  /\{%[^{}%]{1,200}%\}|<%[^<>%]{1,200}%>|\*\|[A-Z0-9_:]{1,60}\|\*|%%[A-Za-z_]\w{0,60}%%|(?<![\w%])%(?:recipient\.[\w-]{1,60}|[A-Z][A-Z_]{2,60})%|\{\$[a-z_]{1,60}\}/g;
/** The maximum number of reported tags. */
const MOST = 50;

/**
 * Unsupported syntax of other template languages and products: filters (`{{ name | upcase }}`), blocks (`{{#if vip}}`), tags
 * (`{% if vip %}`), and placeholders (`*|FNAME|*`), each as written, without duplicates.
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
