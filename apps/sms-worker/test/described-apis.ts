import type { MMSImage, MMSVideo, SMS } from '@vonage/messages';
import type { DefaultFlatPaginationResponse } from 'telnyx/core/pagination';
import type {
  MessageSendParams,
  MessageSendResponse,
  OutboundMessagePayload,
} from 'telnyx/resources/messages/messages';
import type {
  MessagingMessagingProfile,
  MessagingProfileRetrieveResponse,
} from 'telnyx/resources/messaging-profiles/messaging-profiles';

/*
 * The APIs of SMS providers, as far as Carillon uses them, in the types of the providers' own packages. What a package
 * doesn't describe is from the provider's documentation.
 */

/** Telnyx's API v2. */
export interface TelnyxApi {
  'POST /v2/messages': {
    request: MessageSendParams;
    answers: {
      200: MessageSendResponse;
      400: TelnyxErrors;
      401: TelnyxErrors;
      422: TelnyxErrors;
      429: TelnyxErrors;
      500: TelnyxErrors;
      503: undefined;
    };
  };
  'GET /v2/messaging_profiles': {
    request: undefined;
    answers: { 200: DefaultFlatPaginationResponse<MessagingMessagingProfile>; 401: TelnyxErrors };
  };
  'GET /v2/messaging_profiles/{id}': {
    request: undefined;
    answers: { 200: MessagingProfileRetrieveResponse; 401: TelnyxErrors };
  };
}

interface TelnyxErrors {
  errors: NonNullable<OutboundMessagePayload['errors']>;
}

/** Vonage's Messages API v1. */
export interface VonageApi {
  'POST /v1/messages': {
    // The check of a login is a request without fields.
    request: InJson<SMS> | VonageImage | VonageVideo | Record<string, never>;
    answers: {
      202: { message_uuid: string };
      401: VonageProblem;
      422: VonageProblem;
      429: VonageProblem;
      500: VonageProblem;
      503: undefined;
    };
  };
}

/** The message of a class, with the file that its constructor takes. */
type VonageImage = Omit<InJson<MMSImage>, 'image'> & {
  image: ConstructorParameters<typeof MMSImage>[0]['image'];
};
/** Vonage documents captions of videos, but its package for Node doesn't have them. */
type VonageVideo = Omit<InJson<MMSVideo>, 'video'> & {
  video: ConstructorParameters<typeof MMSVideo>[0]['video'] & { caption?: string };
};

/** Fields as Vonage's package writes them. */
type InJson<T> = T extends object ? { [F in keyof T as SnakeCase<F & string>]: InJson<T[F]> } : T;
type SnakeCase<S extends string> = S extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${SnakeCase<Rest>}`
  : S;

/** https://developer.vonage.com/en/api-errors */
interface VonageProblem {
  type: string;
  title: string;
  detail: string;
  instance: string;
}
