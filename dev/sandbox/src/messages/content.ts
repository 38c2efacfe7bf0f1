import { type Attachment, type HeaderFields } from './message';

/** The content of a body, for all channels. `from` is null if only the envelope names the sender. */
export interface Content {
  readonly from: string | null;
  readonly subject: string | null;
  readonly html: string | null;
  readonly text: string | null;
  readonly headers: HeaderFields | null;
  readonly attachments: readonly Attachment[];
}
