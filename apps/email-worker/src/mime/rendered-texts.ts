import type { SystemValues, TemplatePart } from '@carillon/content';
import type { LeasedRecipient } from '@carillon/contracts';

type Texts<T> = Readonly<Record<'html' | 'text', T>>;

/** Renders one recipient's texts, for providers that encode the email themselves. */
export type RenderTexts = (variables: LeasedRecipient['variables'], system: SystemValues) => Texts<string>;

export function textRenderer({ html, text }: Texts<readonly TemplatePart[]>): RenderTexts {
  return (variables, system) => {
    const rendered = (parts: readonly TemplatePart[]): string =>
      parts.map((part) => (typeof part === 'string' ? part : part.render(variables, system))).join('');
    return { html: rendered(html), text: rendered(text) };
  };
}
