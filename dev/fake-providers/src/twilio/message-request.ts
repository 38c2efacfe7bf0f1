import { createHash } from 'node:crypto';
import { type StoredTemplate, filled } from './content-templates';
import { type RefusalCode, TwilioRefusal } from './errors';
import { type Form } from './signed-post';

/** The channels on which two numbers write to each other. */
export type TextChannel = 'SMS' | 'WHATSAPP';

/** A request to send a message. */
export interface MessageRequest {
  readonly channel: TextChannel;
  /** E.164. */
  readonly to: string;
  /** The number that the recipient sees: the given number, or one of the messaging service's numbers. */
  readonly sender: string;
  readonly messagingServiceSid: string | null;
  /** The text for the recipient. For a template that the server doesn't store, its variables. */
  readonly text: string;
  readonly isTemplate: boolean;
  /** The file that the recipient gets with the text. Null: none. */
  readonly mediaUrl: string | null;
  readonly statusCallback: string | null;
}

const MAX_CHARACTERS = 1_600;
const NUMBER = /^\+[1-9]\d{6,14}$/;
/** A phone number, a short code, or a name of up to 11 characters with at least one letter. */
const SENDER = /^(?:\+[1-9]\d{6,14}|\d{3,8}|(?=[^A-Za-z]*[A-Za-z])[A-Za-z0-9 +\-_&]{1,11})$/;
const WHATSAPP = 'whatsapp:';
const MAX_VALIDITY_S = 36_000;

/**
 * Reads the form of `POST …/Messages.json`
 * (https://www.twilio.com/docs/messaging/api/message-resource#create-a-message).
 * @throws TwilioRefusal for the first error
 */
export function readMessageRequest(form: Form, templates: readonly StoredTemplate[]): MessageRequest {
  const to = required(form, 'To', 21604);
  const channel: TextChannel = to.startsWith(WHATSAPP) ? 'WHATSAPP' : 'SMS';
  const number = to.replace(WHATSAPP, '');
  check(NUMBER.test(number), 21211);
  const messagingServiceSid = given(form, 'MessagingServiceSid');
  const sender = senderOf(form, channel, messagingServiceSid);
  checkDelivery(form);
  const template = templateOf(form, templates);
  const text = template ?? required(form, 'Body', 21602);
  check(template !== null || text.length <= MAX_CHARACTERS, 21617);
  const statusCallback = given(form, 'StatusCallback');
  const isTemplate = template !== null;
  const mediaUrl = mediaUrlOf(form);
  return { channel, to: number, sender, messagingServiceSid, text, isTemplate, mediaUrl, statusCallback };
}

function senderOf(form: Form, channel: TextChannel, service: string | null): string {
  if (given(form, 'From') === null && service !== null) {
    check(/^MG[0-9a-f]{32}$/i.test(service), 21705);
    return poolNumber(service);
  }
  const from = required(form, 'From', 21603);
  check(from.startsWith(WHATSAPP) === (channel === 'WHATSAPP'), 21910);
  const sender = from.replace(WHATSAPP, '');
  check(SENDER.test(sender), 21212);
  return sender;
}

/** Returns the number of a messaging service, which is always the same and is from the range reserved for fiction. */
function poolNumber(service: string): string {
  const hash = createHash('sha256').update(service).digest().readUInt16BE();
  return `+14155550${100 + (hash % 100)}`;
}

function checkDelivery(form: Form): void {
  const callback = given(form, 'StatusCallback');
  check(callback === null || (URL.canParse(callback) && /^https?:/i.test(callback)), 21609);
  const validity = given(form, 'ValidityPeriod') ?? '1';
  check(/^\d{1,5}$/.test(validity) && Number(validity) >= 1 && Number(validity) <= MAX_VALIDITY_S, 21624);
}

function mediaUrlOf(form: Form): string | null {
  const url = given(form, 'MediaUrl');
  check(url === null || (URL.canParse(url) && /^https?:/i.test(url)), 21620);
  return url;
}

function templateOf(form: Form, templates: readonly StoredTemplate[]): string | null {
  const contentSid = given(form, 'ContentSid');
  if (contentSid === null) return null;
  check(/^HX[0-9a-f]{32}$/i.test(contentSid), 21655);
  const variables = variablesOf(given(form, 'ContentVariables') ?? '{}');
  const stored = templates.find(({ sid }) => sid === contentSid);
  if (stored) return filled(stored, variables);
  return [`Template ${contentSid}`, ...variables.map(([name, value]) => `${name}: ${value}`)].join('\n');
}

function variablesOf(json: string): [string, string][] {
  const entries = Object.entries(parsed(json));
  return entries.map(([name, value]) => {
    if (typeof value !== 'string') throw new TwilioRefusal(21656);
    return [name, value];
  });
}

function parsed(json: string): object {
  try {
    const value: unknown = JSON.parse(json);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
  } catch {
    // The error is reported below, as for any other invalid value.
  }
  throw new TwilioRefusal(21656);
}

/** Returns a parameter. An empty parameter counts as absent. */
function given(form: Form, name: string): string | null {
  const value = form[name];
  return value === undefined || value === '' ? null : value;
}

function required(form: Form, name: string, code: RefusalCode): string {
  const value = form[name] ?? '';
  check(value.trim() !== '', code);
  return value;
}

function check(isRight: boolean, code: RefusalCode): void {
  if (!isRight) throw new TwilioRefusal(code);
}
