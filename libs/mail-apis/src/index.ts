export type { AttachedFile, EncodedMail, MailApi, MailParts } from './mail-api';
export type { ApiResult } from './results';
export { mailgunApi } from './mailgun/mailgun-api';
export { postmarkApi } from './postmark/postmark-api';
export { sendgridApi } from './sendgrid/sendgrid-api';
export { sesApi } from './ses/ses-api';
