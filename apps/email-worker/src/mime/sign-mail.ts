import type { OpenedSender } from '@carillon/channel';
import {
  BodyHash,
  type CanonicalPart,
  type SigningKey,
  canonicalPart,
  headerFields,
  parseSigningKey,
  signatureFields,
} from '@carillon/dkim';
import { MailContent, type SharedPart } from '@carillon/smtp';
import { BLANK_LINE, type BodyContent, type MailParts } from './mail-parts';
import type { Sender } from './sender';

/** Adds the content of an email together with its signatures. */
export interface MailSigner {
  contentOf(parts: MailParts, at: Date): Promise<MailContent>;
}

/** Parsed once for each version of a sender. */
const parsed = new WeakMap<OpenedSender, readonly SigningKey[]>();

/** Null: emails of this sender are not signed. */
export function signerOf(sender: OpenedSender, { feedbackProvider }: Sender): MailSigner | null {
  const { signingKeys = [] } = sender;
  if (signingKeys.length === 0) return null;
  const keys = parsed.get(sender) ?? signingKeys.map(parseSigningKey);
  parsed.set(sender, keys);
  const except = feedbackProvider === 'SES' ? REPLACED_BY_SES : [];
  return {
    contentOf: async ({ sharedFields, fields, addBody }, at) => {
      const body = new HashedBody();
      addBody(body);
      const signatures = await signatureFields(keys, {
        // No header field begins with a dot, so SMTP transmits it unchanged.
        ...{ fields: headerFields(sharedFields.bytes + fields), bodyHash: body.hash.digest(), at, except },
      });
      const content = new MailContent().add(sharedFields).add(signatures + fields + BLANK_LINE);
      body.addTo(content);
      return content;
    },
  };
}

/** https://docs.aws.amazon.com/ses/latest/dg/send-email-authentication-dkim-manual.html */
const REPLACED_BY_SES = ['date', 'message-id'];

/** Keeps the parts of a body until its signature, which stands before it, is known. */
class HashedBody implements BodyContent {
  readonly hash = new BodyHash();
  private readonly parts: (SharedPart | string)[] = [];
  private last: SharedPart | null = null;

  add(part: SharedPart | string): void {
    this.hash.add(typeof part === 'string' ? part : canonical(part));
    this.parts.push(part);
  }

  end(part: SharedPart): void {
    this.hash.add(canonical(part));
    this.last = part;
  }

  addTo(content: MailContent): void {
    for (const part of this.parts) content.add(part);
    if (this.last) content.end(this.last);
  }
}

const canonicalParts = new WeakMap<SharedPart, CanonicalPart>();

/** The form that is hashed, made once for all emails. */
function canonical(part: SharedPart): CanonicalPart {
  const known = canonicalParts.get(part);
  if (known) return known;
  const made = canonicalPart(part.bytes.replaceAll('\n..', '\n.'));
  canonicalParts.set(part, made);
  return made;
}
