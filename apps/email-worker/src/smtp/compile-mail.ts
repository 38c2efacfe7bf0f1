import { Inject, Injectable } from '@nestjs/common';
import type { OpenedIntegration } from '@carillon/channel';
import type { DispatchContent } from '@carillon/contracts';
import { type EmailWorkerConfig, emailWorkerConfig } from '../config';
import { type ComposeMail, composeMail } from '../mime/compose-mail';
import { senderOf } from '../mime/sender';
import { UnsubscribeLinks } from '../unsubscribe/unsubscribe-links';
import { type MailServer, mailServerOf } from './mail-server';

/** A campaign's mail, ready to be filled in, and the server it leaves by. */
export interface CompiledMail {
  compose: ComposeMail;
  server: MailServer;
}

/** Prepares what all recipients of a campaign share. */
@Injectable()
export class CompileMail {
  constructor(
    private readonly links: UnsubscribeLinks,
    @Inject(emailWorkerConfig.token) private readonly config: EmailWorkerConfig,
  ) {}

  /** @throws UnusableIntegration */
  execute(content: DispatchContent, integration: OpenedIntegration): CompiledMail {
    const { campaignId, bodies } = content;
    if (bodies.EMAIL === null) throw new Error('The campaign has no message for email');
    const sender = senderOf(integration);
    const linkFor = this.links.of({ userId: sender.userId, campaignId });
    return {
      compose: composeMail({ ...content, emailBody: bodies.EMAIL }, sender, linkFor),
      server: mailServerOf(integration, this.config),
    };
  }
}
