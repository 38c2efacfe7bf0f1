import { Inject, Injectable } from '@nestjs/common';
import { type OpenedIntegration, Provider, type ProviderResult, type SendTerms } from '@carillon/channel';
import type { DispatchContent, HandRecipient } from '@carillon/contracts';
import { Clock } from '@carillon/platform';
import { type EmailWorkerConfig, emailWorkerConfig } from '../config';
import { type ComposeMail, composeMail } from '../mime/compose-mail';
import { senderOf } from '../mime/sender';
import { judge } from '../replies/judge';
import { ConnectionPools } from './connection-pools';
import { type MailServer, mailServerOf } from './mail-server';
import { SendMail } from './send-mail';

/** How long to wait when all connections with the server were in use (milliseconds). */
const BUSY_MS = 5_000;

/** A campaign's mail, ready to be filled in, and the server it leaves by. */
export interface CompiledMail {
  compose: ComposeMail;
  server: MailServer;
}

/** Email, by SMTP (RFC 5321). */
@Injectable()
export class SmtpProvider extends Provider<CompiledMail> {
  constructor(
    private readonly sendMail: SendMail,
    private readonly pools: ConnectionPools,
    private readonly clock: Clock,
    @Inject(emailWorkerConfig.token) private readonly config: EmailWorkerConfig,
  ) {
    super();
  }

  override compile(content: DispatchContent, integration: OpenedIntegration): CompiledMail {
    const { EMAIL: emailBody } = content.bodies;
    if (emailBody === null) throw new Error('The campaign has no message for email');
    return {
      compose: composeMail({ ...content, emailBody }, senderOf(integration)),
      server: mailServerOf(integration, this.config),
    };
  }

  override begin({ server }: CompiledMail, sends: number): () => Promise<void> {
    return this.pools.begin(server, sends);
  }

  override async send(
    recipient: HandRecipient,
    compiled: CompiledMail,
    _integration: OpenedIntegration,
    { timeoutMs }: SendTerms,
  ): Promise<ProviderResult> {
    const mail = compiled.compose(recipient, this.clock.now());
    if (!mail) return { kind: 'failed', reason: 'INVALID_ADDRESS', permanent: true, code: null };
    const fault = await this.sendMail.execute(mail, { server: compiled.server, line: compiled }, timeoutMs);
    if (fault === null) return { kind: 'sent' };
    if (fault !== 'busy') return judge(fault);
    return {
      kind: 'throttled',
      scope: 'recipient',
      reason: 'NO_FREE_CONNECTION',
      retryAfterMs: BUSY_MS,
      code: null,
    };
  }

  override close(): Promise<void> {
    this.pools.close();
    return Promise.resolve();
  }
}
