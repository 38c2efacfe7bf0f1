import type { Verdict } from '@carillon/channel';
import type { Mail } from '../mime/compose-mail';
import type { Fault } from '../replies/fault';
import { explain, judge } from '../replies/judge';
import { MailConnection, SmtpFault } from '../smtp/mail-connection';
import type { MailServer } from '../smtp/mail-server';
import { smtpTimeouts } from '../smtp/smtp-timeouts';

const works: Verdict = { ok: true, reason: null, providerCode: null, detail: null };

/** Asks a mail server whether it takes mail with these settings: connects, logs in, and sends the mail if there is one. */
export async function tryOut(server: MailServer, mail: Mail | null): Promise<Verdict> {
  return verdictOn(await trial(server, mail));
}

async function trial(server: MailServer, mail: Mail | null): Promise<Fault | null> {
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
