/** ASCII's separator of records, which no text contains. */
const SEPARATOR = '\u001e';

/** The content of an SMS or a WhatsApp message. `mediaUrl`: of its picture or another file. Null: none. */
export interface PhoneContent {
  readonly text: string;
  readonly mediaUrl: string | null;
}

export function phoneBody({ text, mediaUrl }: PhoneContent): Buffer {
  return Buffer.from(mediaUrl === null ? text : text + SEPARATOR + mediaUrl);
}

export function readPhoneBody(body: Buffer): PhoneContent {
  const [text = '', mediaUrl = null] = body.toString('utf8').split(SEPARATOR);
  return { text, mediaUrl };
}
