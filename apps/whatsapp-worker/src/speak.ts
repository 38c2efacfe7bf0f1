import { compileTemplate } from '@carillon/content';
import type { PublishedContent, LeasedRecipient, WhatsappTemplate } from '@carillon/contracts';
import { fault, textFault } from '@carillon/twilio/client';

/** What one recipient is told, as Twilio's parameters have it, or why there is nothing to tell. */
export type SpokenContent =
  { body: string } | { contentSid: string; contentVariables?: string } | ReturnType<typeof fault>;

type Speech = (variables: LeasedRecipient['variables']) => SpokenContent;

/**
 * Compiles what a campaign says: where there are a text and a template, the text to who has written a short time ago, as
 * WhatsApp lets free text through to them alone, and the template to all others.
 */
export function speak({
  bodies,
  whatsappTemplate,
}: PublishedContent): (recipient: LeasedRecipient) => SpokenContent {
  const text = bodies.WHATSAPP === null ? null : sayText(bodies.WHATSAPP);
  const template = whatsappTemplate && sayTemplate(whatsappTemplate);
  return ({ variables, inServiceWindow }) => {
    const speech = inServiceWindow ? (text ?? template) : (template ?? text);
    if (!speech) throw new Error('The campaign has no message for WhatsApp');
    return speech(variables);
  };
}

/** Its formatting (*bold*, _italic_ and so on) is WhatsApp's and goes as it is. */
function sayText(text: string): Speech {
  const template = compileTemplate(text, 'text');
  return (variables) => {
    const body = template.render(variables);
    return textFault(body) ?? { body };
  };
}

/**
 * A variable may not be empty, https://www.twilio.com/docs/api/errors/21656, and WhatsApp takes no line breaks, tabs or runs
 * of spaces in one.
 */
function sayTemplate({ contentSid, variables: texts }: WhatsappTemplate): Speech {
  const slots = Object.entries(texts).map(([name, text]) => ({
    name,
    value: compileTemplate(text, 'subject'),
  }));
  if (slots.length === 0) return () => ({ contentSid });
  return (variables) => {
    const filled = slots.map(({ name, value }) => {
      return [name, value.render(variables).replace(/\s+/g, ' ').trim()] as const;
    });
    if (filled.some(([, value]) => value === '')) return fault('TEMPLATE_VARIABLE_EMPTY');
    return { contentSid, contentVariables: JSON.stringify(Object.fromEntries(filled)) };
  };
}
