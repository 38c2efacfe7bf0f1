import PostalMime, { type Email } from 'postal-mime';
import type { Meaning } from './refusals/judge-refusal';
import { type JudgedReply, enhancedCode, judgeReply } from './refusals/judge-reply';
import { type WrittenMail, authorOf, kindOf, meaningOf, ownText } from './written/written-bounce';

/** The content of an email to a return path, or to the address of a feedback loop. */
export type MailFeedback =
  /** `code`: the server's code, such as `550 5.1.1`; null: none. */
  | ({ kind: 'bounced'; code: string | null } & Bounce)
  /** `code`: the feedback type of RFC 5965 §3.1. */
  | { kind: 'complained'; code: string }
  /** The server is still retrying, or has delivered or forwarded the email. */
  | { kind: 'delayed' | 'delivered' }
  /** An absence notice, a receipt, or a letter: unrelated to the delivery. */
  | { kind: 'auto-reply' | 'receipt' | 'other' };

/** The meaning of a bounce for its delivery and its address. */
type Bounce = Omit<Meaning, 'class'>;

/** A returned email: its content, and all texts that may identify the original email. */
export interface ReturnedMail {
  feedback: MailFeedback;
  /** Fields of the report and of the email that it contains: signed addresses may be in them. */
  mentions: string;
}

/** Reports have three parts, and the last may be an email of any depth, which is not parsed. */
const limits = { maxNestingDepth: 8, maxHeadersSize: 128 * 1024, maxRfc822NestingDepth: 0 } as const;
/** The number of characters of a part that are read: more than any server writes about one message. */
const LONGEST_PART = 64 * 1024;
const MOST_RECIPIENTS = 100;
/**
 * The limit of parsed lines: each costs the parser about 20 µs, and emails can consist of nothing else. A report has
 * about a hundred.
 */
const MOST_LINES = 5_000;

/**
 * Parses a returned email. Never rejects: unreadable emails are `other`. The end of a long email may be missing.
 * @param sender the envelope sender; empty for servers. Null: unknown, and the Return-Path in the email counts
 */
export async function readFeedback(mail: Uint8Array, sender: string | null = null): Promise<ReturnedMail> {
  const email = await new ReportParser(limits).parse(firstLines(withLineFeeds(mail))).catch(() => null);
  if (!email) return { feedback: { kind: 'other' }, mentions: '' };
  const report = new Report(email, sender);
  return { feedback: report.feedback(), mentions: report.mentions() };
}

/**
 * HTML stays a part like others. If there is also plain text, PostalMime would convert the HTML to text in quadratic
 * time.
 */
class ReportParser extends PostalMime {
  isInlineTextNode({ contentType, contentDisposition }: MimeNode): boolean {
    const { value } = contentType.parsed;
    // A part without a declared type is plain text (RFC 2045 §5.2).
    return value === 'text/plain' && contentDisposition.parsed.value !== 'attachment';
  }
}

/** PostalMime's data of a part. */
type MimeNode = Record<'contentType' | 'contentDisposition', { parsed: { value: string } }>;

/** Converts line ends, because the parser finds no lines in an email that was stored with carriage returns only. */
function withLineFeeds(mail: Uint8Array): Uint8Array {
  return mail.includes(LF) || !mail.includes(CR) ? mail : mail.map((byte) => (byte === CR ? LF : byte));
}

const [CR, LF] = [0x0d, 0x0a] as const;

function firstLines(mail: Uint8Array): Uint8Array {
  let end = -1;
  for (let lines = 0; lines < MOST_LINES; lines++) {
    end = mail.indexOf(LF, end + 1);
    if (end < 0) return mail;
  }
  return mail.subarray(0, end + 1);
}

/** A field of a report, by its name in lowercase. */
type Fields = ReadonlyMap<string, string>;

class Report {
  private readonly text: string;
  private readonly written: WrittenMail;

  constructor(
    private readonly email: Email,
    sender: string | null,
  ) {
    this.text = (email.text ?? plain(this.part('text/html') ?? '')).slice(0, LONGEST_PART);
    this.written = {
      from: this.header('from'),
      subject: email.subject ?? '',
      text: this.text,
      sender: sender ?? senderIn(this.header('return-path')),
      failedRecipients: this.header('x-failed-recipients'),
      isMarkedReply: this.isMarkedReply(),
      hasOriginal: originals.some((type) => this.part(type) !== null),
    };
  }

  feedback(): MailFeedback {
    return this.complaint() ?? this.deliveryStatus() ?? this.receipt() ?? this.writtenMail();
  }

  mentions(): string {
    const parts = [...reports, ...originals].map((type) => this.part(type) ?? '');
    const addressed = this.email.headers.filter(({ key }) => addressing.has(key)).map(({ value }) => value);
    return [...addressed, ...parts, this.text, this.part('text/html') ?? ''].join('\n');
  }

  /**
   * RFC 5965, and Outlook.com's earlier form. `not-spam` (RFC 6430) withdraws a complaint, and `auth-failure` (RFC
   * 6591) isn't one.
   */
  private complaint(): MailFeedback | null {
    const part =
      this.part('message/feedback-report') ?? this.declared('feedback-report', /^feedback-type:/im);
    if (part === null) return this.isOldJunkReport() ? { kind: 'complained', code: 'abuse' } : null;
    const [fields] = groupsOf(part);
    const type = (fields?.get('feedback-type') ?? 'abuse').trim().toLowerCase();
    if (type === 'not-spam' || type === 'auth-failure' || type === 'dmarc') return { kind: 'other' };
    return { kind: 'complained', code: type.slice(0, 40) };
  }

  /**
   * The Junk Mail Reporting Program's emails without a report: the email is attached, and a field of it contains its
   * recipient. https://sendersupport.olc.protection.outlook.com/pm/services
   */
  private isOldJunkReport(): boolean {
    const isFromProgram = /\bstaff@(?:hotmail|outlook|live|msn)\.com\b/i.test(this.written.from);
    const original = this.part('message/rfc822') ?? this.text;
    return (
      isFromProgram &&
      (/^complaint about message from/i.test(this.written.subject) ||
        /^x-hmxmroriginalrecipient:/im.test(original))
    );
  }

  /** RFC 3464, RFC 6533. A server that declares a report and writes it as text is trusted. */
  private deliveryStatus(): MailFeedback | null {
    const part =
      this.part('message/delivery-status') ??
      this.part('message/global-delivery-status') ??
      this.declared('delivery-status', /^(?:final-recipient|action|status):/im);
    if (part === null || this.isForwarded()) return null;
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

  /** A person's letter that contains a report that they received. */
  private isForwarded(): boolean {
    return !/report-type/i.test(this.header('content-type')) && authorOf(this.written) === 'person';
  }

  private recipient(fields: Fields): MailFeedback {
    const action = /^[\w-]+/.exec(fields.get('action') ?? '')?.[0].toLowerCase() ?? '';
    if (action === 'delayed') return { kind: 'delayed' };
    if (successes.has(action)) return { kind: 'delivered' };
    const status = fields.get('status') ?? '';
    // X-Supplementary-Info: Cisco's gateways put the server's reply there.
    const diagnostic =
      fields.get('diagnostic-code') ?? fields.get('x-supplementary-info') ?? commentIn(status);
    const stated = enhancedCode(status);
    if (action !== 'failed' && stated?.startsWith('2')) return { kind: 'delivered' };
    return bounce(judgeReply({ stated, replyText: diagnostic, why: ownText(this.text) }));
  }

  /** RFC 8098: the recipient's program reports that it was displayed or deleted. */
  private receipt(): MailFeedback | null {
    const part = this.part('message/disposition-notification');
    if (part === null) return null;
    // RFC 5429 §2.2.1: a server that refuses an email after accepting it can report it with a receipt.
    const isRefused = /^disposition:.*;\s*(?:deleted|denied|failed)/im.test(part);
    return isRefused && authorOf(this.written) === 'server' ? null : { kind: 'receipt' };
  }

  /** Emails without a report part. */
  private writtenMail(): MailFeedback {
    const kind = kindOf(this.written);
    return kind === 'bounced' ? bounce(meaningOf(this.text)) : { kind };
  }

  /** RFC 3834 §5, and earlier conventions of programs. */
  private isMarkedReply(): boolean {
    const submitted = this.header('auto-submitted').toLowerCase();
    return (
      (submitted !== '' && !submitted.startsWith('no')) ||
      ['x-autoreply', 'x-autorespond', 'x-autoresponder', 'x-vacation'].some(
        (name) => this.header(name) !== '',
      ) ||
      /auto.?reply|junk/i.test(this.header('precedence'))
    );
  }

  private part(type: string): string | null {
    const found = this.email.attachments.find(({ mimeType }) => mimeType === type);
    if (!found) return null;
    const { content } = found;
    return typeof content === 'string' ? content.slice(0, LONGEST_PART) : readable(content);
  }

  /** The text of a report whose part doesn't have the type of the report. */
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

/** The fields in which a mailbox server writes the envelope's recipient, and other fields that may contain it. */
const addressing = new Set(['delivered-to', 'x-original-to', 'x-envelope-to', 'envelope-to', 'to']);

/** RFC 3464 §2.3.3, with the values of Postfix (`deliverable`, of address probes) and others. */
const successes = new Set(['delivered', 'relayed', 'expanded', 'deliverable', 'success', 'successful']);

/** A server's text in the field of the code: `5.0.0 (recipient reached disk quota)`. */
function commentIn(status: string): string {
  const text = status.replace(/^[\d.\s]+/, '').replace(/^\((.*)\)$/, '$1');
  return /[a-z]{3}/i.test(text) ? text : '';
}

/** The parts of a report, and the parts that can contain the returned email. */
const reports = ['message/feedback-report', 'message/delivery-status', 'message/global-delivery-status'];
const originals = ['message/rfc822', 'text/rfc822-headers', 'message/global', 'message/global-headers'];

/** Whether the envelope has no sender, from a field that servers add at delivery; null: there is no such field. */
function senderIn(returnPath: string): string | null {
  if (returnPath === '') return null;
  const path = returnPath.replace(/[<>\s]/g, '');
  return /^mailer-daemon(?:@|$)/i.test(path) ? '' : path;
}

function bounce({ reason, isHard, consequence, code }: JudgedReply): MailFeedback & { kind: 'bounced' } {
  return { kind: 'bounced', reason, isHard, consequence, code };
}

/**
 * Combines the results for several recipients of one report, as for an alias. If the email may have arrived at one of
 * them, the mildest result counts.
 */
function mildest(bounces: readonly Pick<Bounce, 'isHard' | 'consequence'>[]): number {
  const weights = bounces.map(({ isHard, consequence }) => {
    return (isHard ? 10 : 0) + ['NOTHING', 'COUNT', 'DOUBT', 'SUPPRESS'].indexOf(consequence);
  });
  return weights.indexOf(Math.min(...weights));
}

/** Groups of fields, separated by empty lines; folded lines are joined (RFC 3464 §2.1). */
function groupsOf(part: string): Fields[] {
  const groups: Map<string, string>[] = [];
  for (const block of part.replace(/\r\n?/g, '\n').split(/\n[ \t]*\n/)) {
    let fields = new Map<string, string>();
    for (const line of block.replace(/\n[ \t]+/g, ' ').split('\n')) {
      const [, name = '', value = ''] = /^([A-Za-z][\w-]*)[ \t]*:[ \t]*(.*)$/.exec(line) ?? [];
      // If a server omits the empty line, the next recipient begins with a repeated field.
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

/** The text of a bounce that is only HTML. */
function plain(html: string): string {
  return html.replace(/<(?:br|\/p|\/div|\/tr)[^<>]*>/gi, '\n').replace(/<[^<>]*>/g, ' ');
}
