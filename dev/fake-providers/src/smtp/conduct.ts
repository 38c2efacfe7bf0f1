/**
 * The moments at which a mail server consults its conduct: before its greeting, at MAIL, at RCPT, during a message,
 * and after the complete message.
 */
export type SmtpMoment = 'connect' | 'sender' | 'recipient' | 'message' | 'end';

/**
 * The server's reaction at that moment: continue correctly, stop responding, reset the connection, or reply with this
 * line, such as `450 4.2.1 Later`. During a message, the server only continues, hangs, or cuts. At `end`, the server
 * accepts the email before it hangs or cuts, and does not accept the email when it replies with a line.
 */
export type SmtpAct = 'go' | 'hang' | 'cut' | { readonly reply: string };

/**
 * The behavior of a mail server. `address` is empty at `connect`, the sender's address at `sender`, and the first
 * recipient's address during a message. `client` is the name that the client sent in EHLO.
 */
export type SmtpConduct = (moment: SmtpMoment, address: string, client: string) => SmtpAct;

export const good: SmtpConduct = () => 'go';

/** Misbehaves at this moment with these addresses. Otherwise behaves correctly. */
export function at(
  moment: SmtpMoment,
  act: SmtpAct,
  isMeant: (address: string) => boolean = () => true,
): SmtpConduct {
  return (now, address) => (now === moment && isMeant(address) ? act : 'go');
}

/** Like `at`, but only the first time for each address. */
export function onceAt(
  moment: SmtpMoment,
  act: SmtpAct,
  isMeant: (address: string) => boolean = () => true,
): SmtpConduct {
  const met = new Set<string>();
  return (now, address) => {
    if (now !== moment || !isMeant(address) || met.has(address)) return 'go';
    met.add(address);
    return act;
  };
}
