/** An answer as it is kept and given again. */
export interface KeptAnswer {
  status: number;
  contentType: string;
  location: string | null;
  body: string;
}

/** What is about to be answered; a body that is no text is none that could be kept. */
export interface Answer extends Omit<KeptAnswer, 'body'> {
  body: unknown;
  /** Whether all of the request had arrived. A file may break off in its middle, and be sent again. */
  isHeardOut: boolean;
}

/** In UTF-16 units. Above all that echoes a request; only a preview can be larger, and making it anew changes nothing. */
const MAX_BODY = 2 * 1024 * 1024;
/** Answers to who asks and how often, not to the request. */
const passing = new Set([401, 429]);

/** What of an answer is given to repeats; null: they are carried out again. `secret`: a field that must not be stored. */
export function kept(answer: Answer, secret?: string): KeptAnswer | null {
  const { isHeardOut, body, ...rest } = answer;
  if (!isHeardOut || rest.status >= 500 || passing.has(rest.status)) return null;
  if (typeof body !== 'string' || body.length > MAX_BODY) return null;
  return { ...rest, body: secret === undefined ? body : without(secret, body) };
}

/** The field stands in the answer's one object: `{"data": {"<operation>": {…}}}`. */
function without(secret: string, body: string): string {
  return JSON.stringify(JSON.parse(body), (field, value: unknown) => (field === secret ? undefined : value));
}
