import {
  BounceAddresses,
  type KeyRing,
  LinkTokens,
  type Unsubscription,
  UnsubscribeTokens,
} from '@carillon/vault';

/** Candidates of each kind in one mail that are checked. */
const MOST = 10;

/** What may be a signed return path. */
const paths = /bounce\+[0-9a-z-]{20,60}\.[0-9a-z]{16}(?=@)/gi;
/** What may be a delivery's token in a Message-ID, another field or an argument of a provider. */
const names = /(?<![0-9a-z])[0-9a-f]{24}-[0-9a-z]{1,7}-[0-9a-z]{1,4}_[0-9a-v]{16}(?![0-9a-z])/gi;
/** Counted links and pictures, and unsubscribe links: see apps/gateway/src/features/links. */
const counted = /\/[co]\/([\w-]{36,44})(?![\w-])/g;
const unsubscribing = /\/u\/([\w=.~-]{40,1100})/g;

/**
 * Reads the tokens of ours in a mail that came back, wherever they stand: reports quote different parts of the mail, and leave
 * out different ones. Each is signed, so nobody can make up a delivery of somebody else's.
 */
export class MailTokens {
  private readonly addresses: BounceAddresses;
  private readonly links: LinkTokens;
  private readonly unsubscriptions: UnsubscribeTokens;

  /** @param ring LINK_KEYS, which all tokens of mails are made with */
  constructor(ring: KeyRing) {
    this.addresses = new BounceAddresses(ring);
    this.links = new LinkTokens(ring);
    this.unsubscriptions = new UnsubscribeTokens(ring);
  }

  /** The delivery whose signed return path an address is; null: it is none. */
  deliveryOf(address: string): string | null {
    const at = address.lastIndexOf('@');
    return at < 0 ? null : this.addresses.read(address.slice(0, at));
  }

  /** The delivery that a text names, by whichever token comes first in the order of their exactness; null: none. */
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

  /** Whose unsubscribe link is in a text; null: nobody's. */
  unsubscriptionIn(text: string): Unsubscription | null {
    const tokens = candidatesIn(joined(text), unsubscribing);
    return tokens.map((token) => this.unsubscriptions.read(token)).find((each) => each !== null) ?? null;
  }
}

function candidatesIn(text: string, form: RegExp): string[] {
  const found = new Set(Array.from(text.matchAll(form), ([whole, token]) => token ?? whole));
  return [...found].slice(0, MOST);
}

/** Without the line ends of quoted-printable (RFC 2045 §6.7), which may stand inside of a link. */
function joined(text: string): string {
  return text.replace(/=\r?\n/g, '');
}
