import { type IncomingHttpHeaders } from 'node:http';

/** A request to a provider. */
export interface ApiRequest {
  readonly method: string;
  /** The path below the provider's base URL, such as `/v3/mail/send`. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

export interface ApiAnswer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** JSON, or a text. Absent: the response has no body. */
  readonly body?: object | string;
}

/** What the client of a provider sees in place of a response. */
export type NoAnswer =
  | 'keeps silent'
  /** Resets the connection. */
  | 'resets';

/** A pretend API of a provider, which validates requests as the provider documents. */
export interface FakeApi {
  /** If a request fails, the provider responds with status 500. */
  answer(request: ApiRequest): ApiAnswer | NoAnswer | Promise<ApiAnswer | NoAnswer>;
  /** Stops sending callbacks and webhooks. */
  close?(): void;
}

/** The APIs of a server by the names of their providers, in lower case. */
export type FakeApis = Readonly<Record<string, FakeApi>>;

/** An email that an API could accept. */
export interface FakeApiMail {
  /** The provider's ID. */
  readonly id: string;
  readonly sender: string;
  readonly to: string;
  /** The token that the provider repeats in its webhooks. */
  readonly token: string | null;
  /** The whole email, in MIME. */
  message(): Promise<Buffer>;
}
