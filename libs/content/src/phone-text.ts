import type { Engine } from '@carillon/contracts';
import { exceeds } from './exceeds';
import type { Variables } from './look-up';
import { compileText } from './text';

/**
 * The limit of a text, https://www.twilio.com/docs/api/errors/21617, in code points. Twilio may count a code point
 * beyond the BMP as one or as two. All providers have this limit.
 */
export const LONGEST_PHONE_TEXT = 1_600;
/** Texts with more UTF-16 units than this always exceed the limit, even before they are rendered. */
export const MOST_UNITS = 2 * LONGEST_PHONE_TEXT;

type Fault = 'EMPTY_MESSAGE' | 'MESSAGE_TOO_LONG';

/** One recipient's text, or the reason why it can't be sent. */
type FilledText = { text: string; fault?: never } | { text?: never; fault: Fault };

/** Compiles the text of an SMS or of a WhatsApp message. */
export function compilePhoneText(
  source: string,
  engine: Engine = 'simple',
): (variables: Variables) => FilledText {
  const template = compileText(source, 'text', engine);
  const isTooLong = exceeds(template.parts, MOST_UNITS);
  return (variables) => {
    if (isTooLong(variables)) return { fault: 'MESSAGE_TOO_LONG' };
    const text = template.render(variables);
    const fault = faultOf(text);
    return fault ? { fault } : { text };
  };
}

/**
 * Compiles the value of a variable of a WhatsApp template. WhatsApp accepts no line breaks, tabs, or runs of spaces in
 * one, so they become spaces.
 */
export function compileTemplateVariable(source: string, engine: Engine): CompiledVariable {
  const template = compileText(source, 'subject', engine);
  return {
    isTooLong: exceeds(template.parts, MOST_UNITS),
    render: (variables) => template.render(variables).replace(/\s+/g, ' ').trim(),
  };
}

interface CompiledVariable {
  isTooLong: (variables: Variables) => boolean;
  render: (variables: Variables) => string;
}

function faultOf(text: string): Fault | null {
  if (text.trim() === '') return 'EMPTY_MESSAGE';
  const isTooLong = text.length > LONGEST_PHONE_TEXT && Array.from(text).length > LONGEST_PHONE_TEXT;
  return isTooLong ? 'MESSAGE_TOO_LONG' : null;
}
