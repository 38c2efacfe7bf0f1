import { type Attachment, type HeaderFields } from './message';

/** The content of a body, for all channels. `from` is null if only the envelope names the sender. */
export interface Content {
  readonly from: string | null;
  readonly subject: string | null;
  readonly html: string | null;
  readonly text: string | null;
  readonly headers: HeaderFields | null;
  /** The URL of the picture or another file of a message to a phone. Null: none. */
  readonly mediaUrl: string | null;
  readonly attachments: readonly Attachment[];
}
