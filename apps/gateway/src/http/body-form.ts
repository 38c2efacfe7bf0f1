import { parseJson } from '@carillon/input';

/** What a route takes as a body. */
export interface BodyForm {
  readonly maxBytes: number;
  /** Why a body of this type, or of none, is not taken; null: it is. */
  refuse(contentType: string | undefined): string | null;
  /** What the handler gets; there is at least one byte. @throws AppError */
  parse(bytes: Buffer): unknown;
}

const json = /^application\/json *(?:;|$)/i;
const charset = /; *charset=("?)([^";]*)\1/i;

/** What the API takes. */
export const jsonBody: BodyForm = {
  maxBytes: 1024 * 1024,
  refuse(contentType) {
    if (contentType === undefined || !json.test(contentType))
      return 'Send JSON with Content-Type: application/json';
    return (charset.exec(contentType)?.[2] ?? 'utf-8').toLowerCase() === 'utf-8'
      ? null
      : 'Send JSON in UTF-8';
  },
  parse: parseJson,
};

/** Anything, for requests that say it all by their method and path; nobody looks at it. */
export const ignoredBody: BodyForm = {
  maxBytes: 64 * 1024,
  refuse: () => null,
  parse: () => undefined,
};
