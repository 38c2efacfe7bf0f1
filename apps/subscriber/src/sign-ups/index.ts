import type { Feature } from '@carillon/mongo';
import { webhookEventRelay } from '@carillon/webhooks';
import { BeginSignUp } from './begin-sign-up';
import { JoinGroup } from './join-group';
import { MailAllowances, SignUpAllowanceRecord, SignUpAllowanceSchema } from './mail-allowances';
import { RequestSignUp } from './request-sign-up';
import { SendConfirmations } from './send-confirmations';
import { SignUpRecord, SignUpSchema } from './sign-up-document';
import { SignUps } from './sign-ups';
import { SignUpsController } from './sign-ups.controller';

export { MailAllowances } from './mail-allowances';
export type { Evidence, SignUpDocument } from './sign-up-document';
export { SignUps } from './sign-ups';

/** People who subscribe with a form, and confirm it with a link in an email. */
export const signUps: Feature = {
  collections: [
    { name: SignUpRecord.name, schema: SignUpSchema },
    { name: SignUpAllowanceRecord.name, schema: SignUpAllowanceSchema },
  ],
  controllers: [SignUpsController],
  providers: [
    ...[SignUps, MailAllowances, RequestSignUp, BeginSignUp, SendConfirmations, JoinGroup],
    webhookEventRelay(SignUpRecord),
  ],
};
