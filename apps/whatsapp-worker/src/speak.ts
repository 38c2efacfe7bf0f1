import { compileTemplate, exceeds } from '@carillon/content';
import type { LeasedRecipient, SentContent, WhatsappTemplate } from '@carillon/contracts';
import { MOST_UNITS, fault, textFault } from '@carillon/twilio/client';

export const TEST_TEXT = 'This message shows that your WhatsApp settings work. Nothing needs to be done.';

/** One recipient's message as Twilio parameters, or the reason why there is none. */
export type SpokenContent =
  { body: string } | { contentSid: string; contentVariables?: string } | ReturnType<typeof fault>;

type Speech = (variables: LeasedRecipient['variables']) => SpokenContent;

/**
 * Compiles a campaign's messages: if there are a text and a template, the text for recipients in the service window,
 * as WhatsApp accepts free text for them alone, and the template for all others.
 */
export function speak({
  bodies,
  whatsappTemplate,
}: SentContent): (recipient: LeasedRecipient) => SpokenContent {
  const text = bodies.WHATSAPP === null ? null : sayText(bodies.WHATSAPP);
  const template = whatsappTemplate && sayTemplate(whatsappTemplate);
  return ({ variables, inServiceWindow }) => {
    const speech = inServiceWindow ? (text ?? template) : (template ?? text);
    if (!speech) throw new Error('The campaign has no message for WhatsApp');
    return speech(variables);
  };
}

/** Its formatting (*bold*, _italic_ and so on) is WhatsApp's and stays as it is. */
function sayText(text: string): Speech {
  const template = compileTemplate(text, 'text');
  const isTooLong = exceeds(template.parts, MOST_UNITS);
  return (variables) => {
    if (isTooLong(variables)) return fault('MESSAGE_TOO_LONG');
    const body = template.render(variables);
    return textFault(body) ?? { body };
  };
}

/**
 * A variable must not be empty, https://www.twilio.com/docs/api/errors/21656, and WhatsApp accepts no line breaks,
 * tabs or runs of spaces in one.
 */
function sayTemplate({ contentSid, variables: texts }: WhatsappTemplate): Speech {
  const slots = Object.entries(texts).map(([name, text]) => {
    const value = compileTemplate(text, 'subject');
    return { name, value, isTooLong: exceeds(value.parts, MOST_UNITS) };
  });
  if (slots.length === 0) return () => ({ contentSid });
  return (variables) => {
    if (slots.some(({ isTooLong }) => isTooLong(variables))) return fault('MESSAGE_TOO_LONG');
    const filled = slots.map(({ name, value }) => {
      return [name, value.render(variables).replace(/\s+/g, ' ').trim()] as const;
    });
    if (filled.some(([, value]) => value === '')) return fault('TEMPLATE_VARIABLE_EMPTY');
    return { contentSid, contentVariables: JSON.stringify(Object.fromEntries(filled)) };
  };
}
