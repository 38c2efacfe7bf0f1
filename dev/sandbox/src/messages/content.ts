import { type HeaderFields } from './message';

/** What a body says, whatever its channel. `from` is null when only the envelope knows it. */
export interface Content {
  readonly from: string | null;
  readonly subject: string | null;
  readonly html: string | null;
  readonly text: string | null;
  readonly headers: HeaderFields | null;
  readonly attachments: readonly Attachment[];
}

export interface Attachment {
  readonly name: string;
  readonly type: string;
  readonly bytes: number;
}
