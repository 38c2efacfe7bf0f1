import { Inject, Injectable } from '@nestjs/common';
import { type OpenedIntegration, UnusableIntegration } from '@carillon/channel';
import { type DispatchContent, newId } from '@carillon/contracts';
import { type EmailWorkerConfig, emailWorkerConfig } from '../config';
import { type ComposeMail, type Mail, composeMail } from '../mime/compose-mail';
import { senderOf } from '../mime/sender';
import { UnsubscribeLinks } from '../unsubscribe/unsubscribe-links';
import { type MailServer, mailServerOf } from './mail-server';

/** A campaign's mail, ready to be filled in, and the server it leaves by. */
export interface CompiledMail {
  compose: ComposeMail;
  server: MailServer;
}

const trialMail = {
  subject: 'Test of your mail settings',
  emailBody: '<p>This message shows that your mail settings work. Nothing needs to be done.</p>',
  credits: true,
};

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
  /** One mail to try the settings out with, null without an address, and the server. @throws UnusableIntegration */
  trial(
    integration: OpenedIntegration,
    address: string | null,
    at: Date,
  ): { server: MailServer; mail: Mail | null } {
    const server = mailServerOf(integration, this.config);
    if (address === null) return { server, mail: null };
    // Who tries out a server has not subscribed to anything that could be ended by a link.
    const compose = composeMail({ ...trialMail, campaignId: newId() }, senderOf(integration), null);
    const mail = compose({ address, variables: {} }, at);
    if (!mail) throw new UnusableIntegration('INVALID_ADDRESS', 'There is no writing to this address');
    return { server, mail };
  }
}
