import {
  BounceAddresses,
  type KeyRing,
  LinkTokens,
  type Unsubscription,
  UnsubscribeTokens,
} from '@carillon/vault';

/** The maximum number of candidates of each kind that are checked in one email. */
const MOST = 10;

/** Addresses that can be signed return paths. */
const paths = /bounce\+[0-9a-z-]{20,60}\.[0-9a-z]{16}(?=@)/gi;
/** Texts that can be a delivery's token in a Message-ID, another field, or a provider's argument. */
const names = /(?<![0-9a-z])[0-9a-f]{24}-[0-9a-z]{1,7}-[0-9a-z]{1,4}_[0-9a-v]{16}(?![0-9a-z])/gi;
/** Counted links and pictures, and unsubscribe links: see apps/gateway/src/features/links. */
const counted = /\/[co]\/([\w-]{36,44})(?![\w-])/g;
const unsubscribing = /\/u\/([\w=.~-]{40,1100})/g;

/**
 * Finds Carillon's tokens anywhere in a returned email, because reports quote different parts of the email. Each is
 * signed, so a forged token of another user's delivery is not accepted.
 */
export class MailTokens {
  private readonly addresses: BounceAddresses;
  private readonly links: LinkTokens;
  private readonly unsubscriptions: UnsubscribeTokens;

  /** @param ring LINK_KEYS, which sign all tokens of emails */
  constructor(ring: KeyRing) {
    this.addresses = new BounceAddresses(ring);
    this.links = new LinkTokens(ring);
    this.unsubscriptions = new UnsubscribeTokens(ring);
  }

  /** The delivery of a signed return path; null: the address isn't a signed return path. */
  deliveryOf(address: string): string | null {
    const at = address.lastIndexOf('@');
    return at < 0 ? null : this.addresses.read(address.slice(0, at));
  }

  /** The delivery in a text, by the most exact token; null: none. */
  deliveryIn(text: string): string | null {
    const whole = joined(text);
    const found = (form: RegExp, read: (candidate: string) => string | null): string | null =>
      candidatesIn(whole, form)
        .map(read)
        .find((each) => each !== null) ?? null;
    return (
      found(paths, (part) => this.addresses.read(part)) ??
      found(names, (token) => this.addresses.readToken(token.toLowerCase())) ??
      found(counted, (token) => this.links.read(token)?.deliveryId ?? null)
    );
  }

  /** The recipient of an unsubscribe link in a text; null: none. */
  unsubscriptionIn(text: string): Unsubscription | null {
    const tokens = candidatesIn(joined(text), unsubscribing);
    return tokens.map((token) => this.unsubscriptions.read(token)).find((each) => each !== null) ?? null;
  }
}

function candidatesIn(text: string, form: RegExp): string[] {
  const found = new Set(Array.from(text.matchAll(form), ([whole, token]) => token ?? whole));
  return [...found].slice(0, MOST);
}

/** Without the soft line breaks of quoted-printable (RFC 2045 §6.7), which can be inside a link. */
function joined(text: string): string {
  return text.replace(/=\r?\n/g, '');
}
