import type { Attachment, DeliveryReason, PhoneProvider } from '@carillon/contracts';
import type { HttpAnswer } from '@carillon/http-client';
import type { CodeRules } from './code-rules';

/** An opened sender: libs/channel has the same type. */
export interface PhoneAccount {
  readonly id: string;
  /** Changes with every change of `settings` or `secrets`. */
  readonly version: string;
  readonly settings: Readonly<Record<string, unknown>>;
  readonly secrets: Readonly<Record<string, string>>;
}

/** A message to a phone. */
export interface SmsMessage {
  /** E.164. */
  to: string;
  text: string;
  /** The file of an MMS. Absent: the message is an SMS. */
  media?: Pick<Attachment, 'type'> & { url: string };
  /** Absent for a test message. */
  terms?: { deliveryId: string; webhookUrl: string; validForMs: number };
}

/** A request below the base URL of a provider. */
export interface ApiRequest {
  method: string;
  path: string;
  headers: Record<string, string>;
  /** Sent as JSON. Absent: none. */
  body?: object;
}

export interface Accepted {
  providerId: string;
  /** The number of segments, if the provider states it. */
  segments?: number;
}

/** The part of sending that differs by provider. `M` is a message. */
export interface PhoneApi<M = SmsMessage> {
  readonly provider: PhoneProvider;
  /** The name in messages to the owner of a sender. */
  readonly name: string;
  /** The provider's own base URL. */
  readonly url: string;
  readonly codes: CodeRules;
  /** Why the provider would refuse a message. Null: it may accept the message. */
  fault(message: M): DeliveryReason | null;
  message(account: PhoneAccount, message: M, now: Date): ApiRequest;
  /** A request that sends nothing and needs the login. */
  check(account: PhoneAccount, now: Date): ApiRequest;
  /** Whether a response other than 2xx to `check` also shows that the login is right. */
  passes(answer: HttpAnswer): boolean;
  /** Reads the body of a 2xx response. Null: it doesn't show whether the message was accepted. */
  accepted(body: unknown): Accepted | null;
  /** Reads the body of any other response. `detail` is empty if it has none. */
  error(body: unknown): { code: string | null; detail: string };
}
