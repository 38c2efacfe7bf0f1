export { type Extensions, noExtensions, readExtensions } from './extensions';
export { type Lacking, type Mail, type Progress, causes } from './mail';
export { MailContent, SharedPart } from './mail-content';
export { Reply } from './reply';
export { SmtpClient } from './smtp-client';
