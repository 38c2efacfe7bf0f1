export type { ApiAnswer, ApiRequest, FakeApi, FakeApiMail, FakeApis, NoAnswer } from './apis/fake-api';
export { FakeApiServer } from './apis/fake-api-server';
export type { FakeApiOptions } from './apis/fake-api-mail';
export { FakeMailgun } from './mailgun/fake-mailgun';
export { formParts } from './mailgun/form-parts';
export { FakePostmark } from './postmark/fake-postmark';
export { FakeSendgrid } from './sendgrid/fake-sendgrid';
export { FakeSes } from './ses/fake-ses';
export { type EndpointMessage, type EndpointRequest, readEndpointRequest } from './http/endpoint-request';
export { type EndpointAct, FakeEndpoint } from './http/fake-endpoint';
export type {
  FakePhoneApi,
  FakePhoneApiOptions,
  PhoneAct,
  PhoneApiMessage,
  PhoneRefusal,
} from './phone-apis/fake-phone-api';
export { FakeMeta, type MetaTemplate } from './phone-apis/fake-meta';
export { FakeTelnyx } from './phone-apis/fake-telnyx';
export { FakeVonage, WRONG_APPLICATION } from './phone-apis/fake-vonage';
export { type SmtpAct, type SmtpConduct, type SmtpMoment, at, good, onceAt } from './smtp/conduct';
export { type FakeMail, FakeSmtpServer, type FakeSmtpOptions, SmtpRefusal } from './smtp/fake-smtp-server';
export type { TwilioAccount } from './twilio/accounts';
export type { TwilioAct, TwilioAnswer, TwilioRequest } from './twilio/conduct';
export type { StoredTemplate } from './twilio/content-templates';
export type { RefusalCode } from './twilio/errors';
export { FakeTwilio } from './twilio/fake-twilio';
export type { MessageRequest, TextChannel } from './twilio/message-request';
export { segments } from './twilio/segments';
export { newSid, type SentMessage } from './twilio/sent-message';
export type { StatusCallbacks } from './twilio/status-callbacks';
export { type MessageStatus, type StatusSequence, statusSequences } from './twilio/statuses';
