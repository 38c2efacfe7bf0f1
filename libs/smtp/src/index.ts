export { type Extensions, noExtensions, readExtensions } from './extensions';
export { type Lacking, type Mail, type Progress, causes } from './mail';
export { Reply } from './reply';
export { SmtpClient } from './smtp-client';
