import { Inject, Injectable } from '@nestjs/common';
import {
  IntegrationChecks,
  type OpenedIntegration,
  UnusableIntegration,
  type Verdict,
} from '@carillon/channel';
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
    private readonly checks: IntegrationChecks,
    private readonly clock: Clock,
    @Inject(emailWorkerConfig.token) private readonly config: EmailWorkerConfig,
  ) {}

  execute({ integration, address }: Payload<'email.check'>): Promise<IntegrationCheck> {
    return this.checks.execute(integration, async (opened) => {
      const server = mailServerOf(opened, this.config);
      const mail = address === null ? null : this.compose(opened, address);
      return verdictOn(await tryOut(server, mail));
    });
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
