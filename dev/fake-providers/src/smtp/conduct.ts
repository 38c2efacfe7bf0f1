/** When a mail server decides how it behaves: before its greeting, at MAIL, at RCPT, in a message, and when it has all of it. */
export type SmtpMoment = 'connect' | 'sender' | 'recipient' | 'message' | 'end';

/**
 * What it does then: go on as a good server would; say nothing more; reset the connection; answer with this line, as in
 * `450 4.2.1 Later`. In a message it only goes on, hangs or cuts. At `end` the mail is taken before a server hangs or cuts, and is
 * not when it answers with a line.
 */
export type SmtpAct = 'go' | 'hang' | 'cut' | { readonly reply: string };

/**
 * The behaviour of a mail server. `address` is empty at `connect`, the sender's at `sender`, the first recipient's in a message;
 * `client` is the name that the sender gave itself.
 */
export type SmtpConduct = (moment: SmtpMoment, address: string, client: string) => SmtpAct;

export const good: SmtpConduct = () => 'go';

/** Behaves so at this moment, towards the addresses that are meant, and well otherwise. */
export function at(
  moment: SmtpMoment,
  act: SmtpAct,
  isMeant: (address: string) => boolean = () => true,
): SmtpConduct {
  return (now, address) => (now === moment && isMeant(address) ? act : 'go');
}

/** The same towards each address the first time only. */
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
