import { Inject, Injectable } from '@nestjs/common';
import { OpenIntegrations, type OpenedIntegration, UnusableIntegration } from '@carillon/channel';
import { type IntegrationCheck, type Payload, newId } from '@carillon/contracts';
import { Clock } from '@carillon/platform';
import { type EmailWorkerConfig, emailWorkerConfig } from '../config';
import { type Mail, composeMail } from '../mime/compose-mail';
import { senderOf } from '../mime/sender';
import type { Fault } from '../replies/fault';
import { explain, judge } from '../replies/judge';
import { MailConnection, SmtpFault } from '../smtp/mail-connection';
import { type MailServer, mailServerOf } from '../smtp/mail-server';
import { smtpTimeouts } from '../smtp/smtp-timeouts';

type Verdict = Omit<IntegrationCheck, 'checkedAt'>;

const works: Verdict = { ok: true, reason: null, providerCode: null, detail: null };
const testMail = {
  subject: 'Test of your mail settings',
  emailBody: '<p>This message shows that your mail settings work. Nothing needs to be done.</p>',
  credits: true,
};

/** Asks a mail server whether it takes mail with these settings: connects, logs in, and sends one mail if there is an address. */
@Injectable()
export class CheckIntegration {
  constructor(
    private readonly integrations: OpenIntegrations,
    private readonly clock: Clock,
    @Inject(emailWorkerConfig.token) private readonly config: EmailWorkerConfig,
  ) {}

  /** A server that refuses is an answer, not an error. */
  async execute({ integration, address }: Payload<'email.check'>): Promise<IntegrationCheck> {
    const verdict = await this.judge(integration, address);
    return { ...verdict, checkedAt: this.clock.now().toISOString() };
  }

  private async judge(
    integration: Payload<'email.check'>['integration'],
    address: string | null,
  ): Promise<Verdict> {
    try {
      // The user is not told here; a list of its own does no harm to a test.
      const opened = this.integrations.open(integration.id, integration);
      const server = mailServerOf(opened, this.config);
      const mail = address === null ? null : this.compose(opened, address);
      return verdictOn(await tryOut(server, mail));
    } catch (error) {
      if (!(error instanceof UnusableIntegration)) throw error;
      return { ok: false, reason: error.reason, providerCode: null, detail: error.detail };
    }
  }

  private compose(integration: OpenedIntegration, address: string): Mail {
    // Who tries out a server has not subscribed to anything that could be ended by a link.
    const compose = composeMail({ ...testMail, campaignId: newId() }, senderOf(integration), null);
    const mail = compose({ address, variables: {} }, this.clock.now());
    if (!mail) throw new UnusableIntegration('INVALID_ADDRESS', 'There is no writing to this address');
    return mail;
  }
}

async function tryOut(server: MailServer, mail: Mail | null): Promise<Fault | null> {
  const deadline = performance.now() + smtpTimeouts.check;
  try {
    const connection = await MailConnection.open(server, smtpTimeouts.check);
    const fault = mail && (await connection.send(mail, deadline - performance.now()));
    void connection.close();
    return fault;
  } catch (error) {
    if (error instanceof SmtpFault) return error.fault;
    throw error;
  }
}

function verdictOn(fault: Fault | null): Verdict {
  const result = fault && judge(fault);
  if (!fault || !result || result.kind === 'sent') return works;
  return { ok: false, reason: result.reason, providerCode: result.code, detail: explain(fault) };
}
