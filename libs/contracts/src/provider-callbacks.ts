import { type Static, Type } from '@sinclair/typebox';
import type { ReportedState } from './callback';
import type { Channel } from './channels';

/** The providers that call back, as the paths of their callbacks name them. */
export const CallbackProvider = Type.Literal('twilio');
export type CallbackProvider = Static<typeof CallbackProvider>;

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
  /** The secret setting of an integration that signs its callbacks. */
  readonly secret: string;
  /** Takes the same time whatever is wrong. */
  isRight(secret: string, callback: SignedCallback): boolean;
}

/** What a callback says by name. If a name is there twice, the last one counts. */
export type CallbackFields = Readonly<Record<string, string | undefined>>;

/** How a provider's callbacks are read. The gateway has one of these for each provider, and knows no field of it. */
export interface ProviderCallbacks {
  readonly provider: CallbackProvider;
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
  /** Who wants no more messages, where that is why it failed. */
  refusal: { cause: 'STOPPED'; channel: Channel; address: string; sender: string | null } | null;
}

/** Addresses are the provider's, without what it adds to name the channel; nobody has checked them. */
export interface InboundReport {
  providerId: string;
  channel: Channel;
  address: string;
  sender: string | null;
  body: string;
}
