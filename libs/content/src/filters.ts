/**
 * Filters of Liquid (https://shopify.github.io/liquid), Jinja
 * (https://jinja.palletsprojects.com/templates/#builtin-filters), Twig (https://twig.symfony.com/doc/3.x/filters), and
 * Django for texts and numbers. Names that are plausible fallbacks (`first`, `last`, `title`, `date`, `you`) are
 * filters only with arguments.
 */
const filters = new Set(
  `abs append at_least at_most batch capfirst capitalize ceil date_format date_to_string default_if_none divided_by downcase
  e escape escape_once escapejs filesizeformat floatformat force_escape format_currency format_date format_number forceescape
  html_escape htmlsafe intcomma json json_encode linebreaks linebreaksbr ljust lower lowercase lstrip ltrim md5 modulo money
  money_with_currency newline_to_br nl2br number_format phone_number pluralize prepend raw remove_first replace_first rjust
  rstrip rtrim safe slugify sort_natural split strip strip_html strip_newlines striptags titlecase titleize to_json tojson trim
  truncate truncatewords truncatewords_html truncatechars uniq upcase upper uppercase ucfirst url_decode url_encode urlencode
  urlize wordcount wordwrap xmlattr`.split(/\s+/),
);
/** Filters only with arguments, because they are also plausible fallbacks. */
const filtersWithArguments = new Set(
  'add concat cut date default first format indent join last length map minus plus remove replace reverse round size slice sort sum time times title where yesno'.split(
    ' ',
  ),
);

const begun = /^([a-z_][a-z0-9_]*)\s*(?:(:|\()\s*|\||$)/i;

/** Whether the text after the first `|` of a placeholder is a filter or a chain of filters. */
export function isFilter(text: string): boolean {
  const [all = '', name = '', argument] = begun.exec(text) ?? [];
  if (all === '') return false;
  if (argument === undefined) return filters.has(name);
  // `default: "you"`, `date: "%d.%m."`, `truncate(20)`: an argument is a literal or a name.
  const first = text.slice(all.length);
  const isKnown = filters.has(name) || filtersWithArguments.has(name);
  return isKnown || (argument === ':' && /^(?:["'“”„]|&quot;|&#39;|&[lr]dquo;)/.test(first));
}
