export { type Bounce, judgeBounce } from './bounce-rules';
export { type MailFeedback, type ReturnedMail, readFeedback } from './read-feedback';
