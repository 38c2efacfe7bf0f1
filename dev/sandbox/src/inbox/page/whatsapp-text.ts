import { html, type Html } from '../html';

type Part = Html | string;

/**
 * The effect of each mark. A mark opens at the start of a word and closes at the end of a word on the same line,
 * except for the three backticks. https://faq.whatsapp.com/539178204879377
 */
const formats: readonly {
  readonly marked: RegExp;
  readonly inside: boolean;
  wrap(inner: readonly Part[]): Html;
}[] = [
  { marked: /```([\s\S]+?)```/, inside: false, wrap: (inner) => html`<code>${inner}</code>` },
  { marked: between('*'), inside: true, wrap: (inner) => html`<strong>${inner}</strong>` },
  { marked: between('_'), inside: true, wrap: (inner) => html`<em>${inner}</em>` },
  { marked: between('~'), inside: true, wrap: (inner) => html`<s>${inner}</s>` },
];

/** Formats a WhatsApp text as the app shows it. All other text stays unchanged, but escaped. */
export function whatsAppText(text: string): Html {
  return html`${formatted(text)}`;
}

function formatted(text: string): readonly Part[] {
  const found = formats
    .map((format) => ({ format, match: format.marked.exec(text) }))
    .filter(({ match }) => match !== null)
    .sort((a, b) => (a.match?.index ?? 0) - (b.match?.index ?? 0))[0];
  const { format, match } = found ?? {};
  if (!format || !match) return [text];
  const [whole, content = ''] = match;
  const inner = format.inside ? formatted(content) : [content];
  const after = text.slice(match.index + whole.length);
  return [text.slice(0, match.index), format.wrap(inner), ...formatted(after)];
}

function between(mark: string): RegExp {
  const word = '[\\p{L}\\p{N}]';
  return new RegExp(
    `(?<!${word})[${mark}](?=[^\\s${mark}])([^${mark}\\n]*[^\\s${mark}])[${mark}](?!${word})`,
    'u',
  );
}
