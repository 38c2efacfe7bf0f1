/**
 * When a mail server consults its conduct: before its greeting, at MAIL, at RCPT, during a message, and after all of
 * it.
 */
export type SmtpMoment = 'connect' | 'sender' | 'recipient' | 'message' | 'end';

/**
 * The server's reaction at that moment: continue as a good server; stop answering; reset the connection; reply with this
 * line, as in `450 4.2.1 Later`. During a message it only continues, hangs or cuts. At `end` the mail is accepted
 * before a server hangs or cuts, and not accepted when it replies with a line.
 */
export type SmtpAct = 'go' | 'hang' | 'cut' | { readonly reply: string };

/**
 * The behavior of a mail server. `address` is empty at `connect`, the sender's at `sender`, the first recipient's
 * during a message; `client` is the name that the client gave in EHLO.
 */
export type SmtpConduct = (moment: SmtpMoment, address: string, client: string) => SmtpAct;

export const good: SmtpConduct = () => 'go';

/** Misbehaves at this moment, towards these addresses, and behaves well otherwise. */
export function at(
  moment: SmtpMoment,
  act: SmtpAct,
  isMeant: (address: string) => boolean = () => true,
): SmtpConduct {
  return (now, address) => (now === moment && isMeant(address) ? act : 'go');
}

/** The same as `at`, but only the first time for each address. */
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
