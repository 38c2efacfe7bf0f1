import { compilePhoneText } from '@carillon/content';
import { type LeasedRecipient, type SentContent, engineOf, textsIn } from '@carillon/contracts';
import { fault } from '@carillon/twilio/client';

/** One recipient's text, or the reason why it can't be sent. */
export type TextFor = (variables: LeasedRecipient['variables']) => string | ReturnType<typeof fault>;

/** Compiles a campaign's text. Every provider has the same limits. */
export function compileText(content: SentContent): TextFor {
  const text = textsIn(content).bodies.SMS;
  if (text === null) throw new Error('The campaign has no message for SMS');
  const fill = compilePhoneText(text, engineOf(content));
  return (variables) => {
    const filled = fill(variables);
    return filled.fault ? fault(filled.fault) : filled.text;
  };
}

export const TEST_TEXT = 'This message shows that your SMS settings work. You do not have to do anything.';
