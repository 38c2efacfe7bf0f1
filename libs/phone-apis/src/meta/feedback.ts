import { createHmac, timingSafeEqual } from 'node:crypto';
import type {
  CallbackRequest,
  FeedbackOutcome,
  PhoneFeedbackSource,
  ReportedState,
  StandingChange,
} from '@carillon/contracts';
import { type Fields, fieldsIn, textIn } from '@carillon/http-client';
import { listIn } from '../lists';
import { senderIn, statusOutcomes } from '../status-outcomes';
import { metaCode, metaCodes } from './codes';
import { accountChange, capabilityChange, displayedNumber, qualityChange, timeIn } from './standing';

/** A SHA-256 in hexadecimal digits. */
const signature = /^sha256=([0-9a-f]{64})$/;

/**
 * Meta's webhooks, signed with the secret of the app. They have no time that the signature covers, and Meta repeats them
 * for seven days. https://developers.facebook.com/docs/graph-api/webhooks/getting-started#validate-payloads
 */
export function metaSource(): PhoneFeedbackSource {
  return {
    provider: 'META',
    secret: 'appSecret',
    takenForMs: null,
    proof: ({ headers: { 'x-hub-signature-256': header }, content }) => {
      const [, mac] = signature.exec(header?.toString() ?? '') ?? [];
      if (mac === undefined || content.kind !== 'bytes') return null;
      const signed = { url: '', signature: mac, content: { bytes: content.bytes.toString('base64') } };
      return { signed, signedAt: null, token: null };
    },
    isRight: (secret, { signature: mac, content }) => {
      const body = 'bytes' in content ? Buffer.from(content.bytes, 'base64') : Buffer.alloc(0);
      const expected = createHmac('sha256', secret).update(body).digest();
      const actual = Buffer.from(mac, 'hex');
      return actual.length === expected.length && timingSafeEqual(actual, expected);
    },
    outcomes: (request, settings = {}) => outcomesOf(request, settings),
  };
}

type Settings = Readonly<Record<string, unknown>>;

/** An app has one URL for all of its accounts and numbers. Only those of the sender count. */
function outcomesOf(request: CallbackRequest, settings: Settings): FeedbackOutcome[] {
  const { object, entry } = fieldsIn(request.parsed());
  if (typeof object !== 'string' || !Array.isArray(entry)) return [{ kind: 'malformed' }];
  if (object !== 'whatsapp_business_account') return [{ kind: 'ignored' }];
  return listIn(entry)
    .map(fieldsIn)
    .flatMap(({ id, time, changes }) => {
      const isOwn = isThat(settings.businessAccountId, id);
      return listIn(changes)
        .map(fieldsIn)
        .flatMap(({ field, value }) =>
          isOwn
            ? changeOutcomes(textIn(field), fieldsIn(value), { settings, at: timeIn(time) })
            : [{ kind: 'ignored' } satisfies FeedbackOutcome],
        );
    });
}

/** A process of the previous release doesn't name the settings. Then, nothing is known to be another sender's. */
function isThat(own: unknown, named: unknown): boolean {
  return own === undefined || own === named;
}

interface Around {
  settings: Settings;
  at: Date | null;
}

function changeOutcomes(field: string, value: Fields, { settings, at }: Around): FeedbackOutcome[] {
  const { phone_number_id: id, display_phone_number: shown } = fieldsIn(value.metadata);
  const own = displayedNumber(shown);
  const isOwn = isThat(settings.phoneNumberId, id);
  switch (field) {
    case 'messages':
      if (!isOwn) return [{ kind: 'ignored' }];
      return [
        ...listIn(value.statuses)
          .map(fieldsIn)
          .flatMap((status) => statusOf(status, own)),
        ...listIn(value.messages)
          .map(fieldsIn)
          .map((message) => inboundOf(message, own)),
      ];
    case 'user_preferences':
      if (!isOwn) return [{ kind: 'ignored' }];
      return listIn(value.user_preferences)
        .map(fieldsIn)
        .map((wish) => wishOf(wish, own));
    case 'phone_number_quality_update': {
      const number = displayedNumber(value.display_phone_number);
      return number === null ? [{ kind: 'malformed' }] : [standing(qualityChange(value), at, number)];
    }
    case 'business_capability_update':
      return [standing(capabilityChange(value), at)];
    case 'account_update':
      return [standing(accountChange(value), at)];
    default:
      // The list of templates is read at Meta, so that it always has their current statuses.
      return [{ kind: 'ignored' }];
  }
}

function standing(change: StandingChange, at: Date | null, ofNumber?: string): FeedbackOutcome {
  if (Object.keys(change).length === 0) return { kind: 'ignored' };
  return { kind: 'standing', change, at, ...(ofNumber !== undefined && { ofNumber }) };
}

/** https://developers.facebook.com/documentation/business-messaging/whatsapp/webhooks/reference/messages/status */
const states: Readonly<Record<string, ReportedState>> = {
  sent: 'SENT',
  delivered: 'DELIVERED',
  read: 'READ',
  failed: 'FAILED',
};

function statusOf(status: Fields, own: string | null): FeedbackOutcome[] {
  const name = textIn(status.status);
  const state = Object.hasOwn(states, name) ? states[name] : undefined;
  if (!state) return [{ kind: 'ignored' }];
  const [error] = listIn(status.errors);
  return statusOutcomes(metaCodes, {
    deliveryId: textIn(status.biz_opaque_callback_data),
    providerId: textIn(status.id),
    channel: 'WHATSAPP',
    state,
    code: metaCode(error),
    to: international(textIn(status.recipient_id)),
    from: own ?? '',
  });
}

/**
 * A person's message. The text of a picture is its caption. A reaction or a changed number is no message. A person with
 * a username can hide the phone number, by which Carillon knows people.
 * https://developers.facebook.com/documentation/business-messaging/whatsapp/webhooks/reference/messages
 */
function inboundOf(message: Fields, own: string | null): FeedbackOutcome {
  const { id, from, type } = message;
  if (textIn(id) === '' || typeof type !== 'string') return { kind: 'malformed' };
  if (textIn(from) === '' || /^(?:reaction|system|request_welcome|errors)$/.test(type))
    return { kind: 'ignored' };
  const button = buttonIn(message);
  return {
    kind: 'received',
    message: {
      providerId: textIn(id),
      channel: 'WHATSAPP',
      address: international(textIn(from)),
      sender: senderIn(own ?? ''),
      body: textIn(fieldsIn(message.text).body) || textIn(fieldsIn(message[type]).caption),
      ...(button !== undefined && { button }),
    },
  };
}

/** The pressed button of a template or of an interactive message: its label, and the payload set by its author. */
function buttonIn({ button, interactive }: Fields): string | undefined {
  const { text, payload } = fieldsIn(button);
  const { button_reply: reply, list_reply: choice } = fieldsIn(interactive);
  const pressed = [payload, text, ...[reply, choice].map(fieldsIn).flatMap(({ id, title }) => [id, title])];
  const rest = pressed.map(textIn).filter((each) => each !== '');
  return rest.length === 0 ? undefined : [...new Set(rest)].join('\n');
}

/**
 * A person who turns off marketing messages in WhatsApp. Only the person's own START ends the opt-out, because the event
 * `resume` opens no conversation.
 * https://developers.facebook.com/documentation/business-messaging/whatsapp/webhooks/reference/user_preferences
 */
function wishOf({ wa_id: id, value }: Fields, own: string | null): FeedbackOutcome {
  const address = international(textIn(id));
  if (value !== 'stop' || address === '') return { kind: 'ignored' };
  const sender = senderIn(own ?? '');
  return { kind: 'refused', refusal: { cause: 'STOPPED', channel: 'WHATSAPP', address, sender } };
}

/** Meta writes numbers without the plus sign. */
function international(number: string): string {
  return /^[1-9]\d{6,14}$/.test(number) ? `+${number}` : number;
}
