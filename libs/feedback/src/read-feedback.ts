import PostalMime, { type Email } from 'postal-mime';
import { type Bounce, judgeBounce, mildest } from './bounce-rules';

/** What a mail to a return path, or to the address of a feedback loop, says. */
export type MailFeedback =
  /** `code`: as the server said it, `550 5.1.1`; null: it gave none. */
  | ({ kind: 'bounced'; code: string | null } & Bounce)
  /** `code`: the feedback type of RFC 5965 §3.1. */
  | { kind: 'complained'; code: string }
  /** The server still tries, or has delivered or handed on. */
  | { kind: 'delayed' | 'delivered' }
  /** Somebody's absence, a receipt, or a letter: nothing about the delivery. */
  | { kind: 'auto-reply' | 'receipt' | 'other' };

/** A mail that came back: what it says, and all that may name the mail it is about. */
export interface ReturnedMail {
  feedback: MailFeedback;
  /** Fields of the report and of the mail that it contains: signed addresses may be in them. */
  mentions: string;
}

/** Reports have three parts, and the last may be a mail of any depth, which is not looked into. */
const limits = { maxNestingDepth: 8, maxHeadersSize: 128 * 1024, maxRfc822NestingDepth: 0 } as const;
/** Characters of a part that are read: more than any server writes of one message. */
const LONGEST_PART = 64 * 1024;
const MOST_RECIPIENTS = 100;
/** Lines that are read: each costs the parser some 20 µs, and mails can be made of nothing else. A report has some hundred. */
const MOST_LINES = 5_000;

/** Reads a mail that came back. It never rejects: what cannot be read is `other`. The end of a long one may be missing. */
export async function readFeedback(mail: Uint8Array): Promise<ReturnedMail> {
  const email = await new ReportParser(limits).parse(firstLines(mail)).catch(() => null);
  if (!email) return { feedback: { kind: 'other' }, mentions: '' };
  const report = new Report(email);
  return { feedback: report.feedback(), mentions: report.mentions() };
}

/** HTML stays a part like others. Where there is plain text, too, PostalMime would make text of it, in the square of its length. */
class ReportParser extends PostalMime {
  isInlineTextNode({ contentType, contentDisposition }: MimeNode): boolean {
    const { value } = contentType.parsed;
    // What says nothing of itself is plain text (RFC 2045 §5.2).
    return value === 'text/plain' && contentDisposition.parsed.value !== 'attachment';
  }
}

/** What PostalMime knows of a part. */
type MimeNode = Record<'contentType' | 'contentDisposition', { parsed: { value: string } }>;

function firstLines(mail: Uint8Array): Uint8Array {
  let end = -1;
  for (let lines = 0; lines < MOST_LINES; lines++) {
    end = mail.indexOf(0x0a, end + 1);
    if (end < 0) return mail;
  }
  return mail.subarray(0, end + 1);
}

/** A field of a report, by its name in lower case. */
type Fields = ReadonlyMap<string, string>;

class Report {
  private readonly text: string;

  constructor(private readonly email: Email) {
    this.text = (email.text ?? plain(this.part('text/html') ?? '')).slice(0, LONGEST_PART);
  }

  feedback(): MailFeedback {
    return (
      this.complaint() ??
      this.deliveryStatus() ??
      this.receipt() ??
      this.writtenBounce() ??
      this.autoReply() ?? { kind: 'other' }
    );
  }

  mentions(): string {
    const original = [
      'message/feedback-report',
      'message/rfc822',
      'text/rfc822-headers',
      'message/global',
      'message/global-headers',
      'message/delivery-status',
    ];
    const parts = original.map((type) => this.part(type) ?? '');
    const addressed = this.email.headers.filter(({ key }) => addressing.has(key)).map(({ value }) => value);
    return [...addressed, ...parts, this.text].join('\n');
  }

  /** RFC 5965. `not-spam` (RFC 6430) takes a complaint back, and `auth-failure` (RFC 6591) is none. */
  private complaint(): MailFeedback | null {
    const part =
      this.part('message/feedback-report') ?? this.declared('feedback-report', /^feedback-type:/im);
    if (part === null) return null;
    const [fields] = groupsOf(part);
    const type = (fields?.get('feedback-type') ?? 'abuse').trim().toLowerCase();
    if (type === 'not-spam' || type === 'auth-failure' || type === 'dmarc') return { kind: 'other' };
    return { kind: 'complained', code: type.slice(0, 40) };
  }

  /** RFC 3464, RFC 6533. A server that declares a report and writes it as text is taken at its word. */
  private deliveryStatus(): MailFeedback | null {
    const part =
      this.part('message/delivery-status') ??
      this.part('message/global-delivery-status') ??
      this.declared('delivery-status', /^(?:final-recipient|action|status):/im);
    if (part === null) return null;
    const recipients = groupsOf(part)
      .filter((fields) => ['final-recipient', 'action', 'status'].some((name) => fields.has(name)))
      .slice(0, MOST_RECIPIENTS)
      .map((fields) => this.recipient(fields));
    if (recipients.length === 0) return null;
    const passed = recipients.find(({ kind }) => kind === 'delivered');
    const bounces = recipients.filter((each) => each.kind === 'bounced');
    const bounce = bounces[mildest(bounces)];
    return passed ?? recipients.find(({ kind }) => kind === 'delayed') ?? bounce ?? null;
  }

  private recipient(fields: Fields): MailFeedback {
    const action = /^\w+/.exec(fields.get('action') ?? '')?.[0].toLowerCase();
    if (action === 'delayed') return { kind: 'delayed' };
    if (action === 'delivered' || action === 'relayed' || action === 'expanded') return { kind: 'delivered' };
    const diagnostic = fields.get('diagnostic-code') ?? '';
    const stated = enhancedCode(fields.get('status') ?? '');
    if (action === undefined && stated?.startsWith('2')) return { kind: 'delivered' };
    return { kind: 'bounced', ...judgeReply(stated, diagnostic, { why: this.text }) };
  }

  /** RFC 8098: somebody's program says that it was shown or deleted. */
  private receipt(): MailFeedback | null {
    const isReceipt = this.part('message/disposition-notification') !== null;
    return isReceipt ? { kind: 'receipt' } : null;
  }

  /** A bounce in words only: qmail's (https://cr.yp.to/proto/qsbmf.txt), old Exim, Sendmail, Exchange 5.5 and others. */
  private writtenBounce(): MailFeedback | null {
    const failed = this.header('x-failed-recipients');
    const subject = this.email.subject ?? '';
    const isFromServer = serverNames.test(this.header('from'));
    const isBounce = failed !== '' || written.test(this.text) || (isFromServer && titles.test(subject));
    if (!isBounce) return null;
    if (stillTried.test(subject) || stillTried.test(this.text.slice(0, 2_000))) return { kind: 'delayed' };
    const why = withoutOriginal(this.text);
    const { reply, enhanced } = codesIn(why);
    const status = enhanced ?? classOf(reply);
    return { kind: 'bounced', ...judgeBounce(status, why), code: shown(reply, enhanced) };
  }

  /** RFC 3834 §5, and what programs wrote before it. */
  private autoReply(): MailFeedback | null {
    const submitted = this.header('auto-submitted').toLowerCase();
    const isMarked =
      (submitted !== '' && !submitted.startsWith('no')) ||
      ['x-autoreply', 'x-autorespond', 'x-autoresponder', 'x-vacation'].some(
        (name) => this.header(name) !== '',
      ) ||
      /auto.?reply|junk/i.test(this.header('precedence'));
    return isMarked || absences.test(this.email.subject ?? '') ? { kind: 'auto-reply' } : null;
  }

  private part(type: string): string | null {
    const found = this.email.attachments.find(({ mimeType }) => mimeType === type);
    if (!found) return null;
    const { content } = found;
    return typeof content === 'string' ? content.slice(0, LONGEST_PART) : readable(content);
  }

  /** The text of a report whose part has another type than its kind. */
  private declared(kind: string, form: RegExp): string | null {
    const isDeclared = this.header('content-type').toLowerCase().includes(`report-type=`);
    if (!isDeclared || !this.header('content-type').toLowerCase().includes(kind)) return null;
    const texts = [this.text, ...this.email.attachments.map(({ mimeType }) => this.part(mimeType) ?? '')];
    return texts.find((text) => form.test(text)) ?? null;
  }

  private header(name: string): string {
    return this.email.headers.find(({ key }) => key === name)?.value ?? '';
  }
}

/** Where a server that keeps mails in mailboxes writes the envelope's recipient, and where it may stand anyhow. */
const addressing = new Set(['delivered-to', 'x-original-to', 'x-envelope-to', 'envelope-to', 'to']);

/** Senders, subjects and first words of servers' own mails. */
const serverNames =
  /mailer-daemon|postmaster|mail delivery (?:sub)?system|mail administrator|microsoft outlook/i;
const titles =
  /undeliver|non.?deliver|not delivered|delivery (?:status|failure|failed|problem|has failed)|returned (?:mail|to sender)|failure notice|mail delivery failed|mail failure|could not be delivered|unzustellbar|nicht zugestellt|non remis|no entregado/i;
const written =
  /this is the qmail-send program|this is a permanent error; i've given up|this message was created automatically by (?:the )?mail delivery (?:software|system)|the following addresses? (?:had (?:permanent )?fatal errors|failed)|did not reach the following recipient|^This is the mail (?:delivery )?system at host/im;
const stillTried =
  /\bwarning: (?:message (?:still |delayed|.{0,40}delayed)|could not send)|\bdelivery (?:is |has been )?delayed\b|\bwill (?:keep trying|continue to try|be retried)|\byou do not need to resend/i;
const absences =
  /^(?:(?:re|aw|sv): *)?(?:auto(?:matic|mated)?.?(?:reply|response)|automatische antwort|abwesend|abwesenheit|out of (?:the )?office|away from (?:the |my )?(?:office|mail)|vacation|réponse automatique|respuesta automática|risposta automatica)/i;

/** What servers put between their words and the mail that came back, which has words of its own. */
const beforeOriginal =
  /^(?:-{2,} ?(?:below this line is a copy|this is a copy of|the (?:body|header) of|original message|unsent message|message header|returned message)|--- enclosed|received: )/im;

function withoutOriginal(text: string): string {
  const at = text.search(beforeOriginal);
  return at < 0 ? text : text.slice(0, at);
}

/** Not a part of an IP address or of a version. */
const enhanced = /(?<![\d.])([245]\.\d{1,3}\.\d{1,3})(?!\.?\d)/;
const reply = /(?<![\d.])([45]\d\d)(?=[ -](?!\d{3}\b)|$)/m;

/**
 * What a server meant by its reply. @param stated the enhanced code that somebody stated for it, if any
 * @param why read where the reply is empty
 * @param fallback the code where neither is exact
 */
export function judgeReply(
  stated: string | null,
  said: string,
  { why = '', fallback = null }: { why?: string; fallback?: string | null } = {},
): Bounce & { code: string | null } {
  const codes = codesIn(said);
  const isClear = ![stated, codes.enhanced].every(isVague);
  const status =
    fallback !== null && !isClear ? fallback : moreExact(stated, codes.enhanced ?? classOf(codes.reply));
  return { ...judgeBounce(status, said === '' ? why : said), code: shown(codes.reply, status) };
}

interface Codes {
  reply: string | null;
  enhanced: string | null;
}

function codesIn(text: string): Codes {
  return { reply: reply.exec(text)?.[1] ?? null, enhanced: enhancedCode(text) };
}

export function enhancedCode(text: string): string | null {
  return enhanced.exec(text)?.[1] ?? null;
}

function classOf(code: string | null): string | null {
  return code === null ? null : `${code.slice(0, 1)}.0.0`;
}

/** Servers state 5.0.0, and say in the diagnosis what they mean. One that states a success has failed all the same. */
function moreExact(stated: string | null, said: string | null): string | null {
  return isVague(stated) ? (said ?? (stated?.startsWith('2') ? null : stated)) : stated;
}

function isVague(status: string | null): boolean {
  return status === null || /^2|^[45]\.(?:0|5)\.0$/.test(status);
}

function shown(replyCode: string | null, status: string | null): string | null {
  const isKnown = status !== null && !status.endsWith('.0.0');
  if (replyCode === null) return status;
  return isKnown && status.startsWith(replyCode.slice(0, 1)) ? `${replyCode} ${status}` : replyCode;
}

/** Groups of fields, separated by empty lines; folded lines are joined (RFC 3464 §2.1). */
function groupsOf(part: string): Fields[] {
  const groups: Map<string, string>[] = [];
  for (const block of part.replace(/\r\n?/g, '\n').split(/\n[ \t]*\n/)) {
    let fields = new Map<string, string>();
    for (const line of block.replace(/\n[ \t]+/g, ' ').split('\n')) {
      const [, name = '', value = ''] = /^([A-Za-z][\w-]*)[ \t]*:[ \t]*(.*)$/.exec(line) ?? [];
      // Where a server forgets the empty line, the next recipient begins with a field that was there.
      if (name.toLowerCase() === 'final-recipient' && fields.has('final-recipient')) {
        groups.push(fields);
        fields = new Map();
      }
      if (name !== '' && !fields.has(name.toLowerCase())) fields.set(name.toLowerCase(), value);
    }
    if (fields.size > 0) groups.push(fields);
  }
  return groups;
}

function readable(content: ArrayBuffer | Uint8Array): string {
  return Buffer.from(content instanceof Uint8Array ? content : new Uint8Array(content))
    .subarray(0, LONGEST_PART)
    .toString('utf8');
}

/** Words of a bounce that is HTML only. */
function plain(html: string): string {
  return html.replace(/<(?:br|\/p|\/div|\/tr)[^<>]*>/gi, '\n').replace(/<[^<>]*>/g, ' ');
}
