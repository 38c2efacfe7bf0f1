import {
  type EncodedMail,
  type MailParts,
  mailgunApi,
  postmarkApi,
  sendgridApi,
  sesApi,
} from '@carillon/mail-apis';
import { Inject, Injectable } from '@nestjs/common';
import { type EmailWorkerConfig, emailWorkerConfig } from '../config';
import { ApiMails, encodedMails, mailParts } from './api-mails';
import { MailApiProvider } from './mail-api-provider';

@Injectable()
export class SesProvider extends MailApiProvider<EncodedMail> {
  constructor(mails: ApiMails, @Inject(emailWorkerConfig.token) config: EmailWorkerConfig) {
    super(sesApi, encodedMails, mails, config);
  }
}

@Injectable()
export class SendgridProvider extends MailApiProvider<MailParts> {
  constructor(mails: ApiMails, @Inject(emailWorkerConfig.token) config: EmailWorkerConfig) {
    super(sendgridApi, mailParts, mails, config);
  }
}

@Injectable()
export class MailgunProvider extends MailApiProvider<EncodedMail> {
  constructor(mails: ApiMails, @Inject(emailWorkerConfig.token) config: EmailWorkerConfig) {
    super(mailgunApi, encodedMails, mails, config);
  }
}

@Injectable()
export class PostmarkProvider extends MailApiProvider<MailParts> {
  constructor(mails: ApiMails, @Inject(emailWorkerConfig.token) config: EmailWorkerConfig) {
    super(postmarkApi, mailParts, mails, config);
  }
}
