import type {
  GetAccountResponse,
  SendEmailRequest,
  SendEmailResponse,
  TooManyRequestsException,
} from '@aws-sdk/client-sesv2';
import type { MailJSON } from '@sendgrid/helpers/classes/mail';
import type { MailgunMessageData, MessagesSendAPIResponse } from 'mailgun.js/definitions';
import type { Models } from 'postmark';

/*
 * The APIs of mail providers, as far as Carillon uses them, in the types of the providers' own packages.
 * What a package doesn't describe is from the provider's documentation.
 */

/** The API v2 of Amazon SES. */
export interface SesApi {
  'POST /v2/email/outbound-emails': {
    request: SendEmailRequest;
    answers: { 200: SendEmailResponse; 400: SesError; 403: SesError; 404: SesError; 413: SesError };
  };
  'GET /v2/email/account': {
    request: undefined;
    answers: { 200: GetAccountResponse; 403: SesError };
  };
}

/** https://docs.aws.amazon.com/ses/latest/APIReference-V2/CommonErrors.html */
interface SesError {
  message: TooManyRequestsException['message'];
}

/** SendGrid's API v3. */
export interface SendgridApi {
  'POST /v3/mail/send': {
    request: MailJSON;
    // 200: the sandbox mode.
    answers: { 200: undefined; 202: undefined; 400: SendgridErrors; 401: SendgridErrors };
  };
}

/** https://www.twilio.com/docs/sendgrid/api-reference/how-to-use-the-sendgrid-v3-api/responses */
interface SendgridErrors {
  errors: { message: string; field?: string | null; help?: unknown }[];
}

/** Mailgun's API v3. */
export interface MailgunApi {
  'POST /v3/{domain}/messages.mime': {
    request: MailgunForm;
    answers: { 200: MessagesSendAPIResponse['body']; 400: { message: string }; 401: undefined };
  };
}

/** The fields of Mailgun's type, without the index signature that allows any other, and with this account's variable. */
type MailgunForm = {
  [F in keyof MailgunMessageData as F extends `${'o' | 't'}:${string}` ? F : never]: MailgunMessageData[F];
} & { to: string; message: string; 'v:carillon'?: string };

/** Postmark's API. */
export interface PostmarkApi {
  'POST /email': {
    request: PostmarkMessage;
    answers: { 200: Models.MessageSendingResponse; 401: Models.DefaultResponse; 422: Models.DefaultResponse };
  };
  'POST /email/batch': {
    request: PostmarkMessage[];
    answers: {
      200: (Models.MessageSendingResponse | Models.DefaultResponse)[];
      401: Models.DefaultResponse;
      422: Models.DefaultResponse;
    };
  };
  'GET /server': {
    request: undefined;
    answers: { 200: Models.Server; 401: Models.DefaultResponse };
  };
}

/** Postmark's type demands `ContentID`, but only pictures in the text need it. */
type PostmarkMessage = Omit<Models.Message, 'Attachments'> & {
  To: string;
  Attachments?: (Omit<Models.Attachment, 'ContentID'> & Partial<Pick<Models.Attachment, 'ContentID'>>)[];
};
