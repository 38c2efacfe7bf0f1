import { type Reply, parseReply } from './reply';
import type { Stage } from './smtp-replies';

/** How a mail did not get through: the server said so, or there was nobody to say anything. */
export type Fault =
  | { kind: 'reply'; stage: Stage; reply: Reply }
  /** `moment`: before there was a session, or in one before or after the message itself began to leave. */
  | { kind: 'connection'; moment: 'opening' | 'before-message' | 'in-message'; cause: string }
  | { kind: 'too-big' };

/** What the SMTP client tells about an error; see nodemailer's NodemailerError. */
export interface SmtpClientError {
  code?: string | undefined;
  originalCode?: string | undefined;
  command?: string | undefined;
  response?: string | undefined;
}

const stages: Readonly<Record<string, Stage>> = {
  'MAIL FROM': 'sender',
  'RCPT TO': 'recipient',
  DATA: 'message',
};

/** Reads an error of the SMTP client. A reply that refuses says more than the loss of the connection after it. */
export function faultOf(
  error: SmtpClientError,
  moment: Extract<Fault, { kind: 'connection' }>['moment'],
): Fault {
  const { code = '', originalCode, command = '', response } = error;
  const reply = response === undefined ? null : parseReply(response);
  if (reply && reply.code >= 400) {
    return {
      kind: 'reply',
      stage: command.startsWith('AUTH') ? 'login' : (stages[command] ?? 'session'),
      reply,
    };
  }
  if (code === 'EMESSAGE' && command === 'MAIL FROM') return { kind: 'too-big' };
  return { kind: 'connection', moment, cause: originalCode ?? code };
}
