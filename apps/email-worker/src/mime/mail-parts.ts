import type { SharedPart } from '@carillon/smtp';

/** Ends the header of an email. */
export const BLANK_LINE = '\r\n';

/** What a body is added to. `end` adds a large part that all emails share. */
export interface BodyContent {
  add(part: SharedPart | string): unknown;
  end(part: SharedPart): unknown;
}

/** The parts of one recipient's email. */
export interface MailParts {
  from: string;
  to: string;
  /** The header fields that all emails of a second share. */
  sharedFields: SharedPart;
  /** The other header fields. */
  fields: string;
  addBody: (content: BodyContent) => void;
}
