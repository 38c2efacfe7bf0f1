import type { OpenedSender } from '@carillon/channel';
import type { MailProvider, SenderProvider } from '@carillon/contracts';
import type { HttpAnswer, HttpRequest } from '@carillon/http-client';
import type { ApiResult } from './results';

/** An email in parts, for providers that encode it. */
export interface MailParts {
  /** The token of the delivery, which the provider repeats in its webhooks. Absent: the email isn't a delivery. */
  token?: string | undefined;
  from: { address: string; name: string | undefined };
  replyTo: string | undefined;
  to: string;
  subject: string;
  text: string;
  html: string;
  /** Values in ASCII. */
  headers: readonly (readonly [name: string, value: string])[];
  /** The files in base64. All emails of a campaign have the same object. */
  attachments: readonly AttachedFile[];
}

export interface AttachedFile {
  name: string;
  type: string;
  base64: string;
}

/** An encoded email, for providers that take MIME. */
export interface EncodedMail {
  token?: string | undefined;
  to: string;
  /** The whole email, in ASCII. */
  message: string;
}

/** The API of a mail provider. `M` is the form of its emails. */
export interface MailApi<M> {
  readonly provider: MailProvider & SenderProvider<'EMAIL'>;
  /** The provider's name for the owners of senders. */
  readonly name: string;
  /** The provider's own base URL, without a trailing slash. */
  baseUrl(sender: OpenedSender): string;
  /** The request that sends an email. `base` is the base URL, or that of another server that the operator names. */
  request(mail: M, sender: OpenedSender, base: string): HttpRequest | Promise<HttpRequest>;
  judge(answer: HttpAnswer): ApiResult;
  /** Sends several emails in one request. Absent: the provider can't tell their results apart. */
  batch?: {
    /** The maximum number of emails in a request, and of bytes in all of them. */
    most: number;
    mostBytes: number;
    sizeOf: (mail: M) => number;
    request(mails: readonly M[], sender: OpenedSender, base: string): HttpRequest;
    /** One result for each email, in their order. */
    judge(answer: HttpAnswer, count: number): ApiResult[];
  };
  /** Checks the credentials, without sending an email. `mail` is one to the sender itself. */
  check: {
    request(mail: M, sender: OpenedSender, base: string): HttpRequest | Promise<HttpRequest>;
    judge(answer: HttpAnswer): ApiResult;
  };
}
