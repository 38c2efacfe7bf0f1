import { Injectable } from '@nestjs/common';
import {
  type OpenedIntegration,
  Provider,
  type ProviderResult,
  type SendTerms,
  type Verdict,
} from '@carillon/channel';
import type { DispatchContent, HandRecipient } from '@carillon/contracts';
import { Clock } from '@carillon/platform';
import { tryOut } from '../checks/try-out';
import { judge } from '../replies/judge';
import { CompileMail, type CompiledMail } from './compile-mail';
import { ConnectionPools } from './connection-pools';
import { SendMail } from './send-mail';

/** How long to wait when all connections with the server were in use (milliseconds). */
const BUSY_MS = 5_000;

/** Email, by SMTP (RFC 5321). */
@Injectable()
export class SmtpProvider extends Provider<CompiledMail> {
  constructor(
    private readonly sendMail: SendMail,
    private readonly pools: ConnectionPools,
    private readonly clock: Clock,
    private readonly compileMail: CompileMail,
  ) {
    super();
  }

  override compile(content: DispatchContent, integration: OpenedIntegration): CompiledMail {
    return this.compileMail.execute(content, integration);
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

  override async tryOut(integration: OpenedIntegration, address: string | null): Promise<Verdict> {
    const { server, mail } = this.compileMail.trial(integration, address, this.clock.now());
    return tryOut(server, mail);
  }

  override close(): Promise<void> {
    this.pools.close();
    return Promise.resolve();
  }
}
