import { compilePhoneText, compileTemplateVariable } from '@carillon/content';
import {
  type Engine,
  type LeasedRecipient,
  type SentContent,
  type WhatsappTemplate,
  engineOf,
  textsIn,
} from '@carillon/contracts';
import { fault } from '@carillon/twilio/client';

export const TEST_TEXT =
  'This message shows that your WhatsApp settings work. You do not have to do anything.';

/** One recipient's message as Twilio parameters, or the reason why it can't be sent. */
export type RenderedContent =
  { body: string } | { contentSid: string; contentVariables?: string } | ReturnType<typeof fault>;

type RenderContent = (variables: LeasedRecipient['variables']) => RenderedContent;

/**
 * Compiles a campaign's messages. If a campaign has both a text and a template, recipients in the service window get
 * the text, because WhatsApp accepts free text only for them, and all others get the template.
 */
export function compileMessages(content: SentContent): (recipient: LeasedRecipient) => RenderedContent {
  const engine = engineOf(content);
  const { bodies, whatsappTemplate } = textsIn(content);
  const text = bodies.WHATSAPP === null ? null : compileBody(bodies.WHATSAPP, engine);
  const template = whatsappTemplate && compileWhatsappTemplate(whatsappTemplate, engine);
  return ({ variables, inServiceWindow }) => {
    const render = inServiceWindow ? (text ?? template) : (template ?? text);
    if (!render) throw new Error('The campaign has no message for WhatsApp');
    return render(variables);
  };
}

/** WhatsApp's formatting (*bold*, _italic_, and so on) is sent unchanged. */
function compileBody(text: string, engine: Engine): RenderContent {
  const fill = compilePhoneText(text, engine);
  return (variables) => {
    const filled = fill(variables);
    return filled.fault ? fault(filled.fault) : { body: filled.text };
  };
}

/** A variable must not be empty, https://www.twilio.com/docs/api/errors/21656. */
function compileWhatsappTemplate(
  { contentSid, variables: texts }: WhatsappTemplate,
  engine: Engine,
): RenderContent {
  const slots = Object.entries(texts).map(([name, text]) => ({
    name,
    ...compileTemplateVariable(text, engine),
  }));
  if (slots.length === 0) return () => ({ contentSid });
  return (variables) => {
    if (slots.some(({ isTooLong }) => isTooLong(variables))) return fault('MESSAGE_TOO_LONG');
    const filled = slots.map(({ name, render }) => [name, render(variables)] as const);
    if (filled.some(([, value]) => value === '')) return fault('TEMPLATE_VARIABLE_EMPTY');
    return { contentSid, contentVariables: JSON.stringify(Object.fromEntries(filled)) };
  };
}
