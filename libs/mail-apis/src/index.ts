export type { AttachedFile, EncodedMail, MailApi, MailParts } from './mail-api';
export type { ApiResult } from './results';
export { sendgridApi } from './sendgrid/sendgrid-api';
