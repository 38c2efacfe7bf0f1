export { judgeBounce } from './refusals/judge-reply';
export { type Meaning, type Refusal, judgeRefusal } from './refusals/judge-refusal';
export { type MailFeedback, type ReturnedMail, readFeedback } from './read-feedback';
export { mailFeedbackSources } from './webhooks/sources';
export { DELIVERY_HEADER, TOKEN_NAME } from './webhooks/events';
export { KEPT_BYTES, ReturnedMails, type TakenMail } from './returned-mails';
