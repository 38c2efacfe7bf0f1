import { type Static, Type } from '@sinclair/typebox';
import type { DeliveryReported, DeliveryReturned, ReportedState } from './callback';
import { mailProviders } from './channel-settings';
import type { Channel } from './channels';
import type { SenderProvider } from './providers';
import type { DeliveryReason } from './reasons';
import type { StandingChange } from './standing';
import type { InboundMeaning } from './suppression';

/** The provider whose callbacks are forms, by the name in their paths. */
export const CallbackProvider = Type.Literal('twilio');
export type CallbackProvider = Static<typeof CallbackProvider>;

/** The email providers that send callbacks, by their values of the setting `feedbackProvider`. */
export { mailProviders };
export type MailProvider = (typeof mailProviders)[number];
export const MailProvider = Type.Unsafe<MailProvider>(
  Type.Union(mailProviders.map((each) => Type.Literal(each))),
);

/** The providers of phone messages that send webhooks. Twilio sends forms instead. */
export const phoneProviders = ['VONAGE', 'TELNYX', 'META'] as const satisfies SenderProvider[];
export type PhoneProvider = (typeof phoneProviders)[number];

/** The providers that send webhooks: requests whose body is JSON. */
export type WebhookProvider = MailProvider | PhoneProvider;
export const WebhookProvider = Type.Unsafe<WebhookProvider>(
  Type.Union([...mailProviders, ...phoneProviders].map((each) => Type.Literal(each))),
);

interface SenderOfProvider {
  provider: string;
  settings: Readonly<Record<string, unknown>>;
}

/**
 * The provider that reports on the emails of a sender by webhook: the sender's own provider, or the one behind its mail
 * server. Undefined: none.
 */
export function feedbackProviderOf({ provider, settings }: SenderOfProvider): MailProvider | undefined {
  return mailProviders.find((each) => each === provider || each === settings.feedbackProvider);
}

/** The provider that reports on the messages of a sender by webhook. Undefined: none. */
export function webhookProviderOf(sender: SenderOfProvider): WebhookProvider | undefined {
  return phoneProviders.find((each) => each === sender.provider) ?? feedbackProviderOf(sender);
}

/** The paths of webhooks, below which each provider and sender has its own. */
export const webhookPlaces = { email: 'api/v1/callbacks/email', phone: 'api/v1/callbacks/phone' } as const;

/** The path of a sender's webhooks. */
export function webhookPath(provider: WebhookProvider, senderId: string): string {
  const place = webhookPlaces[mailProviders.some((each) => each === provider) ? 'email' : 'phone'];
  return `/${place}/${provider.toLowerCase()}/${senderId}`;
}

/** The parts of a request that a provider signs. `url`: scheme, host, path, and query as configured at the provider. */
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

/** How a provider signs. The account service has one of these for each provider, because it can open the secret. */
export interface CallbackSignature {
  /** The setting of a sender that verifies its callbacks: a secret, or a public key. */
  readonly secret: string;
  /** Takes the same time for every invalid signature. */
  isRight(secret: string, callback: SignedCallback): boolean;
}

/** The named fields of a callback. If a name is repeated, the last value counts. */
export type CallbackFields = Readonly<Record<string, string | undefined>>;

/** A callback as it was sent: the pairs of a form, which are signed one by one, or other bytes. */
export type CallbackContent = { kind: 'form'; pairs: [string, string][] } | { kind: 'bytes'; bytes: Buffer };

/** A request that claims to come from a provider. All of its content is untrusted. */
export interface CallbackRequest {
  /** Scheme, host, path, and query as configured at the provider. */
  url: string;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  content: CallbackContent;
  /** The content: form fields or JSON, parsed on first access. @throws AppError malformed_json */
  parsed(): unknown;
}

/** The proof of a request's sender. */
export interface CallbackProof {
  signed: SignedCallback;
  /** When it was signed; null: unknown, or not yet known. */
  signedAt: Date | null;
  /** The ID that identifies repeats; null if the whole request is signed, so that a repeat changes nothing. */
  token: string | null;
}

/** A provider's report about deliveries. The sender of the event is the sender of the callback. */
export type FeedbackOutcome =
  | { kind: 'reported'; report: Omit<DeliveryReported, 'senderId' | 'at'> }
  /**
   * `token`: the delivery's token, signed by Carillon (BounceAddresses of libs/vault). `at`: the provider's time; null:
   * none.
   */
  | { kind: 'returned'; returned: Returned; token: string; at: Date | null }
  | { kind: 'arrived'; providerId: string; token: string; at: Date | null }
  /** A person's message. */
  | { kind: 'received'; message: InboundReport }
  /** A recipient who opts out. */
  | { kind: 'refused'; refusal: Refusal }
  /** The provider rates the sender, or, with `ofNumber`, this number. `at`: the provider's time; null: none. */
  | { kind: 'standing'; change: StandingChange; ofNumber?: string; at: Date | null }
  /** A URL of the provider that must be requested before it sends events. */
  | { kind: 'visit'; url: string }
  /** The event names no delivery or an unknown delivery, or is unreadable. */
  | { kind: 'ignored' | 'unnamed' | 'malformed' };

type Returned = Omit<DeliveryReturned, 'deliveryId' | 'senderId' | 'at'>;

/**
 * A provider that sends webhooks: how its requests are verified and parsed. The gateway extracts the proof and
 * the outcomes. The account service, which can decrypt secrets, verifies the proof.
 */
export interface FeedbackSource<P extends string = string> extends CallbackSignature {
  readonly provider: P;
  /**
   * How long after signing a request is accepted (milliseconds): as long as the provider repeats it. Null: without
   * limit.
   */
  readonly takenForMs: number | null;
  /** Null: the proof is missing or malformed. @throws AppError malformed_json */
  proof(request: CallbackRequest): CallbackProof | null;
  /**
   * Additional verification beyond the secret, if any. Absent: none is needed.
   * @throws AppError service_unavailable if it can't be verified now
   */
  isGenuine?(request: CallbackRequest, now: Date): Promise<boolean>;
  /**
   * In the order of the request. Never throws because of a single event. @param settings the visible settings of the
   * sender, if the provider posts the events of several senders to one URL
   * @throws AppError malformed_json
   */
  outcomes(request: CallbackRequest, settings?: Readonly<Record<string, unknown>>): FeedbackOutcome[];
}

/** A provider of mail. */
export interface MailFeedbackSource extends FeedbackSource<MailProvider> {
  /** Whether a text has the form of the secret that the provider is set up with. */
  couldBeSecret(text: string): boolean;
}

/** A provider of phone messages. */
export type PhoneFeedbackSource = FeedbackSource<PhoneProvider>;

/** How the callbacks of a short message provider are parsed. The gateway does not depend on its fields. */
export interface ProviderCallbacks extends FeedbackSource<CallbackProvider> {
  /** The signature of a request. Null if it is missing or malformed. */
  signature(headers: Readonly<Record<string, string | string[] | undefined>>): string | null;
  /** The status of a message; null if it doesn't affect any delivery. */
  status(fields: CallbackFields): StatusReport | null;
  /** A person's message; null if it has no message ID. */
  inbound(fields: CallbackFields): InboundReport | null;
  /** The response to a recipient's message that makes the provider send this text from the same number. */
  answer(text: string): { type: string; body: string };
}

export interface StatusReport {
  /** The provider's ID of the message; null: none. */
  providerId: string | null;
  state: ReportedState;
  reason: DeliveryReason | null;
  permanent: boolean;
  providerCode: string | null;
  /** The sender cannot be used for any recipient. */
  stopsSender?: true;
  /** The recipient who opted out, if that is why it failed. */
  refusal: Refusal | null;
}

export interface Refusal {
  cause: 'STOPPED';
  channel: Channel;
  address: string;
  sender: string | null;
}

/** Addresses are the provider's, without its channel prefix, and unchecked. */
export interface InboundReport {
  providerId: string;
  channel: Channel;
  address: string;
  sender: string | null;
  body: string;
  /** The label or the payload of the button that was pressed. */
  button?: string;
  /** The keyword that the provider recognized and has acted on. */
  providerMeaning?: InboundMeaning;
}
