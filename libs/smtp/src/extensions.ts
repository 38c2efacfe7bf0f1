/** The extensions in a mail server's EHLO reply: RFC 5321 §4.1.1.1. */
export interface Extensions {
  /** RFC 2920. */
  pipelining: boolean;
  /** RFC 1870; `limit` in bytes, 0: not stated. Null: not offered. */
  size: { limit: number } | null;
  /** RFC 6152. */
  eightBitMime: boolean;
  /** RFC 6531. */
  smtpUtf8: boolean;
  /** RFC 3030. */
  chunking: boolean;
  /** How many emails the server accepts in one session: MAILMAX of RFC 9422. Infinity: not stated. */
  mailMax: number;
}

export const noExtensions: Extensions = {
  pipelining: false,
  size: null,
  eightBitMime: false,
  smtpUtf8: false,
  chunking: false,
  mailMax: Infinity,
};

/** @param reply the lines of the reply to EHLO, with their codes; the first one is the server's name */
export function readExtensions(reply: string): Extensions {
  const offered = new Map<string, string>();
  for (const line of reply.split(/\r?\n/).slice(1)) {
    const [, keyword = '', value = ''] = /^\d{3}[ -]([A-Za-z0-9-]+)[ \t]*(.{0,100})/.exec(line) ?? [];
    offered.set(keyword.toUpperCase(), value);
  }
  const limit = offered.get('SIZE');
  return {
    pipelining: offered.has('PIPELINING'),
    size: limit === undefined ? null : { limit: /^\d{1,15}\s*$/.test(limit) ? Number(limit) : 0 },
    eightBitMime: offered.has('8BITMIME'),
    smtpUtf8: offered.has('SMTPUTF8'),
    chunking: offered.has('CHUNKING'),
    mailMax: limitIn(offered.get('LIMITS') ?? '', 'MAILMAX'),
  };
}

/** A limit of RFC 9422: `MAILMAX=20 RCPTMAX=100`. A value that isn't a positive number is no limit. */
function limitIn(limits: string, name: string): number {
  const [, value] = new RegExp(`(?:^|[ \\t])${name}=([1-9]\\d{0,8})(?=[ \\t]|$)`, 'i').exec(limits) ?? [];
  return value === undefined ? Infinity : Number(value);
}
