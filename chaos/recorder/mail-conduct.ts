/** When a mail server decides how it behaves. */
export type Moment = 'connect' | 'recipient' | 'message' | 'end';

/**
 * What it does then: go on as a good server would; say nothing more; cut the connection; answer with this line. At `end`
 * the mail is taken before a server falls silent or cuts the connection, and is not when it answers otherwise.
 */
export type Act = 'go' | 'hang' | 'cut' | { reply: string };

/** The behaviour of a mail server; `address` is empty at `connect`, `client` the name the sender gave itself. */
export type Conduct = (moment: Moment, address: string, client: string) => Act;

export const good: Conduct = () => 'go';

/** Behaves so at this moment, towards the addresses that are meant, and well otherwise. */
export function at(moment: Moment, act: Act, isMeant: (address: string) => boolean = () => true): Conduct {
  return (now, address) => (now === moment && isMeant(address) ? act : 'go');
}

/** The same towards each address the first time only. */
export function onceAt(
  moment: Moment,
  act: Act,
  isMeant: (address: string) => boolean = () => true,
): Conduct {
  const met = new Set<string>();
  return (now, address) => {
    if (now !== moment || !isMeant(address) || met.has(address)) return 'go';
    met.add(address);
    return act;
  };
}
