import { type MailParts, sendgridApi } from '@carillon/mail-apis';
import { Inject, Injectable } from '@nestjs/common';
import { type EmailWorkerConfig, emailWorkerConfig } from '../config';
import { ApiMails, mailParts } from './api-mails';
import { MailApiProvider } from './mail-api-provider';

@Injectable()
export class SendgridProvider extends MailApiProvider<MailParts> {
  constructor(mails: ApiMails, @Inject(emailWorkerConfig.token) config: EmailWorkerConfig) {
    super(sendgridApi, mailParts, mails, config);
  }
}
