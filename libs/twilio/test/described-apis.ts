import type { AccountInstance } from 'twilio/lib/rest/api/v2010/account';
import type {
  MessageInstance,
  MessageListInstanceCreateOptions,
} from 'twilio/lib/rest/api/v2010/account/message';
import type { ApprovalFetchInstance } from 'twilio/lib/rest/content/v1/content/approvalFetch';
import type { ContentAndApprovalsInstance } from 'twilio/lib/rest/content/v1/contentAndApprovals';

/**
 * The APIs of Twilio, as far as Carillon uses them, in the types of Twilio's own package. What it doesn't describe is from
 * Twilio's documentation.
 */
export interface TwilioApi {
  'POST /2010-04-01/Accounts/{sid}/Messages.json': {
    request: InForm<MessageListInstanceCreateOptions>;
    answers: { 201: Message; 400: TwilioError; 401: TwilioError; 429: TwilioError; 500: TwilioError };
  };
  'GET /2010-04-01/Accounts/{sid}/Messages.json': {
    request: undefined;
    answers: { 200: MessageList; 401: TwilioError };
  };
  'GET /2010-04-01/Accounts/{sid}.json': {
    request: undefined;
    answers: { 200: Resource<typeof AccountInstance>; 401: TwilioError };
  };
  'GET /v1/ContentAndApprovals': {
    request: undefined;
    answers: { 200: { contents: Resource<typeof ContentAndApprovalsInstance>[]; meta: PageMeta } };
  };
  'GET /v1/Content/{sid}/ApprovalRequests': {
    request: undefined;
    answers: { 200: Resource<typeof ApprovalFetchInstance>; 404: TwilioError };
  };
}

type Message = Resource<typeof MessageInstance>;

/** The JSON of an instance. Each field can be null, and objects contain any values. */
type Resource<C extends abstract new (version: never, payload: never, ...rest: never[]) => unknown> =
  Nullable<ConstructorParameters<C>[1]>;
type Nullable<T> = {
  [F in keyof T]: T[F] extends Record<string, object> ? Record<string, unknown> | null : T[F] | null;
};

/** Fields in a form: capitalized, and all of them texts. */
type InForm<T> = { [F in keyof T as Capitalize<F & string>]: FormValue<NonNullable<T[F]>> };
type FormValue<V> = V extends string ? V : V extends readonly (infer Item)[] ? FormValue<Item> : string;

/** https://www.twilio.com/docs/usage/twilios-response#response-formats-list-paging-information */
interface MessageList {
  messages: Message[];
  end: number;
  first_page_uri: string;
  next_page_uri: string | null;
  page: number;
  page_size: number;
  previous_page_uri: string | null;
  start: number;
  uri: string;
}

/** https://www.twilio.com/docs/content/content-api-resources */
interface PageMeta {
  first_page_url: string;
  key: string;
  next_page_url: string | null;
  page: number;
  page_size: number;
  previous_page_url: string | null;
  url: string;
}

/** https://www.twilio.com/docs/usage/twilios-response#response-formats-exceptions */
interface TwilioError {
  code: number;
  message: string;
  more_info: string;
  status: number;
}
