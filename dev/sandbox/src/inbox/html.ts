/** Markup that is safe to send. Only `html` creates it. */
export class Html {
  constructor(readonly markup: string) {}

  toString(): string {
    return this.markup;
  }
}

type Part = Html | string | number | null | false | readonly Part[];

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/**
 * A template whose values are text. Values are escaped at every position, unless they are markup that `html` created.
 */
export function html(strings: TemplateStringsArray, ...values: readonly Part[]): Html {
  return new Html(
    strings.map((string, i) => (i === 0 ? '' : rendered(values[i - 1] ?? null)) + string).join(''),
  );
}

function rendered(part: Part): string {
  if (part === null || part === false) return '';
  if (part instanceof Html) return part.markup;
  if (typeof part === 'object') return part.map(rendered).join('');
  return String(part).replace(/[&<>"']/g, (character) => entities[character] ?? '');
}
