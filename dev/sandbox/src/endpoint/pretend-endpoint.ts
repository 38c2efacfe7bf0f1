import { type IncomingHttpHeaders } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { type EndpointMessage, type EndpointRequest, readEndpointRequest } from '@carillon/fake-providers';
import MailComposer from 'nodemailer/lib/mail-composer';
import { magicRecipient } from '../email/magic-recipients';
import { onlyNames } from '../messages/query';
import { type MessageStore } from '../messages/message-store';
import { phoneBody } from '../messages/phone-body';
import { Turns } from '../turns';
import { magicNumber } from '../twilio/magic-numbers';

/** A response of the endpoint. */
export interface EndpointAnswer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: object;
}

/** The misbehavior of an address. */
interface Fault {
  /** The response that replaces accepting the message. */
  answer?: EndpointAnswer;
  /** Whether the first attempt gets the response and the next attempt is accepted, in turn. */
  everyOther?: true;
  slow?: true;
  /** Set if the endpoint never responds. `isTaken` is true if it accepts the message anyway. */
  silent?: { isTaken: boolean };
}

const refused = (reason: string): Fault => ({ answer: { status: 422, body: { reason } } });
const later = (status: number): EndpointAnswer => ({
  ...{ status, headers: { 'retry-after': '1' }, body: {} },
});

const mailFaults: Readonly<Record<string, Fault>> = {
  bounce: refused('NO_SUCH_ADDRESS'),
  reject: refused('POLICY_REFUSED'),
  full: refused('MAILBOX_FULL'),
  busy: { answer: later(429), everyOther: true },
  slow: { slow: true },
};

const refusalFaults: Readonly<Record<number, Fault>> = {
  21211: refused('INVALID_ADDRESS'),
  21408: refused('UNROUTABLE'),
  21610: refused('OPTED_OUT'),
  21612: refused('UNROUTABLE'),
  21614: refused('INVALID_ADDRESS'),
  20429: { answer: later(429), everyOther: true },
  20500: { answer: { status: 500, body: {} } },
  20503: { answer: later(503) },
};

const KEPT_IDS = 10_000;

/**
 * The endpoint of HTTP senders. It verifies signatures with the reference library of Standard Webhooks, accepts each
 * message once, and puts it into the inbox. The addresses that misbehave are those of the mail server and of Twilio.
 */
export class PretendEndpoint {
  private readonly turns = new Turns();
  private readonly taken = new Set<string>();

  constructor(
    private readonly store: MessageStore,
    private readonly slowMs: number,
  ) {}

  /** `POST /sender?secret=whsec_…`. Resolves with null if no response is due. */
  async answer(
    query: URLSearchParams,
    headers: IncomingHttpHeaders,
    body: string,
  ): Promise<EndpointAnswer | null> {
    onlyNames(query, ['secret']);
    // A plus in a query is a space.
    const secret = (query.get('secret') ?? '').replaceAll(' ', '+');
    let request: EndpointRequest;
    try {
      request = readEndpointRequest(secret, headers, body);
    } catch (error) {
      const why = error instanceof Error ? error.message : '';
      return { status: 401, body: { detail: `The signature does not match: ${why}` } };
    }
    return request.type === 'sender.test' ? { status: 200, body: {} } : this.take(request.id, request.data);
  }

  private async take(id: string, message: EndpointMessage): Promise<EndpointAnswer | null> {
    const { answer, everyOther, slow, silent } = faultOf(message);
    const key = `${message.channel} ${message.to}`;
    if (answer && (!everyOther || this.turns.refuses(key))) return answer;
    if (slow) await pause(this.slowMs);
    if (silent?.isTaken !== false) await this.keep(id, message);
    return silent ? null : { status: 200, body: { id: `sandbox-${id}` } };
  }

  /** A repetition of an accepted request changes nothing. */
  private async keep(id: string, message: EndpointMessage): Promise<void> {
    if (this.taken.has(id)) return;
    this.taken.add(id);
    const [oldest] = this.taken;
    if (this.taken.size > KEPT_IDS && oldest !== undefined) this.taken.delete(oldest);
    const { channel, to } = message;
    await this.store.append({
      channel,
      sender: senderOf(message),
      recipients: [to],
      body: await bodyOf(message),
    });
  }
}

function faultOf({ channel, to }: EndpointMessage): Fault {
  if (channel === 'EMAIL') return mailFaults[magicRecipient(to)?.localPart ?? ''] ?? {};
  const magic = magicNumber('To', to, channel);
  if (magic?.act === 'takes slowly') return { slow: true };
  if (magic?.act) return { silent: { isTaken: magic.act === 'keeps silent' } };
  return refusalFaults[magic?.refusal ?? 0] ?? {};
}

function senderOf({ from }: EndpointMessage): string {
  return typeof from === 'object' ? (from?.address ?? '') : from;
}

async function bodyOf({ channel, to, from, ...message }: EndpointMessage): Promise<Buffer> {
  if (channel !== 'EMAIL')
    return phoneBody({
      text: message.text ?? templateText(message.template),
      mediaUrl: message.media?.url ?? null,
    });
  const { replyTo, subject, html, text, headers, attachments = [] } = message;
  const sender = typeof from === 'object' ? from : null;
  return new MailComposer({
    from: { name: sender?.name ?? '', address: sender?.address ?? '' },
    ...(typeof replyTo === 'string' && { replyTo }),
    ...{ to, subject, html, text },
    headers: { ...headers },
    attachments: attachments.map(({ name, type, url }) => ({ filename: name, contentType: type, path: url })),
  })
    .compile()
    .build();
}

/** The sandbox has no templates, so a message shows the ID and the variables, one per line. */
function templateText(template: EndpointMessage['template']): string {
  const { id = '', variables = {} } = template ?? {};
  return [id, ...Object.entries(variables).map(([name, value]) => `${name}: ${value}`)].join('\n');
}
