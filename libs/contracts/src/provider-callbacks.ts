import { type Static, Type } from '@sinclair/typebox';
import type { DeliveryReported, DeliveryReturned, ReportedState } from './callback';
import { mailProviders } from './channel-settings';
import type { Channel } from './channels';
import type { InboundMeaning } from './suppression';

/** The providers that call back, as the paths of their callbacks name them. */
export const CallbackProvider = Type.Literal('twilio');
export type CallbackProvider = Static<typeof CallbackProvider>;

/** The providers of mail that call back, as the setting `feedbackProvider` names them. */
export { mailProviders };
export type MailProvider = (typeof mailProviders)[number];
export const MailProvider = Type.Unsafe<MailProvider>(
  Type.Union(mailProviders.map((each) => Type.Literal(each))),
);

/** What a provider signs of a request. `url`: scheme, host, path and query as the provider was told them. */
export const SignedCallback = Type.Object({
  url: Type.String(),
  signature: Type.String(),
  /** The pairs of a form, in any order; or base64 of a body of another kind. */
  content: Type.Union([
    Type.Object({ form: Type.Array(Type.Tuple([Type.String(), Type.String()])) }),
    Type.Object({ bytes: Type.String() }),
  ]),
});
export type SignedCallback = Static<typeof SignedCallback>;

/** How a provider signs. The account service has one of these for each provider: it may open the secret. */
export interface CallbackSignature {
  /** The secret setting of a sender that signs its callbacks. */
  readonly secret: string;
  /** Takes the same time whatever is wrong. */
  isRight(secret: string, callback: SignedCallback): boolean;
}

/** What a callback says by name. If a name is there twice, the last one counts. */
export type CallbackFields = Readonly<Record<string, string | undefined>>;

/** A callback as it was sent: the pairs of a form, which are signed one by one, or other bytes. */
export type CallbackContent = { kind: 'form'; pairs: [string, string][] } | { kind: 'bytes'; bytes: Buffer };

/** A request that claims to be a provider's. Nothing of it is believed. */
export interface CallbackRequest {
  /** Scheme, host, path and query as the provider was told them. */
  url: string;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  content: CallbackContent;
  /** What the content says: fields of a form, or JSON; it is parsed when it is first asked for. @throws AppError malformed_json */
  said(): unknown;
}

/** What of a request shows whose it is. */
export interface CallbackProof {
  signed: SignedCallback;
  /** When it was signed; null: that is not known, or not yet. */
  signedAt: Date | null;
  /** By which it is known again; null where all of the request is signed, so that a repetition says nothing new. */
  token: string | null;
}

/** What a provider says of deliveries. The event has no sender: it is that of the callback. */
export type FeedbackOutcome =
  | { kind: 'reported'; report: Omit<DeliveryReported, 'senderId' | 'at'> }
  /** `token`: the delivery's, signed by us (BounceAddresses of libs/vault); `at`: the provider's time, null: none. */
  | { kind: 'returned'; returned: Returned; token: string; at: Date | null }
  | { kind: 'arrived'; providerId: string; token: string; at: Date | null }
  /** Who wants no more messages. */
  | { kind: 'refused'; refusal: Refusal }
  /** An address of the provider's that must be visited before it sends anything. */
  | { kind: 'visit'; url: string }
  /** It says nothing of a delivery; of none of ours; or it cannot be read. */
  | { kind: 'ignored' | 'unnamed' | 'malformed' };

type Returned = Omit<DeliveryReturned, 'deliveryId' | 'senderId' | 'at'>;

/**
 * A provider that says what became of messages: how its requests are verified, and what they say. The gateway asks for the
 * proof and for the outcomes; the account service, which may open secrets, says whether the proof is right.
 */
export interface FeedbackSource<P extends string = string> extends CallbackSignature {
  readonly provider: P;
  /** How long after it was signed a request is taken (milliseconds): as long as the provider repeats it. Null: for ever. */
  readonly takenForMs: number | null;
  /** Null: there is none, or none that could be anybody's. @throws AppError malformed_json */
  proof(request: CallbackRequest): CallbackProof | null;
  /**
   * What the secret does not show, if there is anything. Absent: it shows all.
   * @throws AppError service_unavailable if that cannot be found out now
   */
  isGenuine?(request: CallbackRequest, now: Date): Promise<boolean>;
  /** In the order of the request; it never throws for what one of several events says. @throws AppError malformed_json */
  outcomes(request: CallbackRequest): FeedbackOutcome[];
}

/** A provider of mail. */
export interface MailFeedbackSource extends FeedbackSource<MailProvider> {
  /** Whether a text has the form of the secret that the provider is set up with. */
  couldBeSecret(text: string): boolean;
}

/** How the callbacks of a provider of short messages are read. The gateway knows no field of it. */
export interface ProviderCallbacks extends FeedbackSource<CallbackProvider> {
  /** The signature of a request; null if there is none, or none that could be anybody's. */
  signature(headers: Readonly<Record<string, string | string[] | undefined>>): string | null;
  /** What became of a message; null if that moves no delivery. */
  status(fields: CallbackFields): StatusReport | null;
  /** What a person wrote; null if it is not said in which message. */
  inbound(fields: CallbackFields): InboundReport | null;
  /** The answer to a person's message that makes the provider send this text to them, by the number they wrote to. */
  answer(text: string): { type: string; body: string };
}

export interface StatusReport {
  /** The provider's id of the message; null if it names none. */
  providerId: string | null;
  state: ReportedState;
  reason: string | null;
  permanent: boolean;
  providerCode: string | null;
  /** The sender cannot be used for any recipient. */
  stopsSender?: true;
  /** Who wants no more messages, where that is why it failed. */
  refusal: Refusal | null;
}

export interface Refusal {
  cause: 'STOPPED';
  channel: Channel;
  address: string;
  sender: string | null;
}

/** Addresses are the provider's, without what it adds to name the channel; nobody has checked them. */
export interface InboundReport {
  providerId: string;
  channel: Channel;
  address: string;
  sender: string | null;
  body: string;
  /** The label or the payload of the button that was pressed. */
  button?: string;
  /** What the provider understood, and has acted on. */
  providerMeaning?: InboundMeaning;
}
