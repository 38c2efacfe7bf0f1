/** What a mail server answered: RFC 5321 §4.2, with the enhanced code of RFC 2034 if it has one. */
export interface Reply {
  code: number;
  enhanced: string | null;
  /** The server's words on one line, cut to a length that can be shown. */
  text: string;
}

const LONGEST_TEXT = 300;
const form = /^([2-5]\d\d)(?:[ -](?:([245]\.\d{1,3}\.\d{1,3})(?=[\s-]|$))?|$)/;

/** Null: this is no reply. An enhanced code of another class than the code's is not believed. */
export function parseReply(response: string): Reply | null {
  const [, code, enhanced] = form.exec(response) ?? [];
  if (code === undefined) return null;
  const believed = enhanced?.charAt(0) === code.charAt(0) ? enhanced : null;
  const text = response.replace(/[\p{Cc}\s]+/gu, ' ').trim();
  return { code: Number(code), enhanced: believed, text: text.slice(0, LONGEST_TEXT) };
}

/** As it is shown to people and kept: `550 5.1.1`. */
export function providerCode({ code, enhanced }: Reply): string {
  return enhanced === null ? String(code) : `${code} ${enhanced}`;
}
