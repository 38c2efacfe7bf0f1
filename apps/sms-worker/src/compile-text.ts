import { compileTemplate, exceeds } from '@carillon/content';
import type { LeasedRecipient, SentContent } from '@carillon/contracts';
import { MOST_UNITS, fault, textFault } from '@carillon/twilio/client';

/** One recipient's text, or the reason why it can't be sent. */
export type TextFor = (variables: LeasedRecipient['variables']) => string | ReturnType<typeof fault>;

/** Compiles a campaign's text. Every provider has the same limits. */
export function compileText({ bodies }: SentContent): TextFor {
  if (bodies.SMS === null) throw new Error('The campaign has no message for SMS');
  const template = compileTemplate(bodies.SMS, 'text');
  const isTooLong = exceeds(template.parts, MOST_UNITS);
  return (variables) => {
    if (isTooLong(variables)) return fault('MESSAGE_TOO_LONG');
    const text = template.render(variables);
    return textFault(text) ?? text;
  };
}

export const TEST_TEXT = 'This message shows that your SMS settings work. You do not have to do anything.';
