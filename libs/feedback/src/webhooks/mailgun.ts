import { createHmac, timingSafeEqual } from 'node:crypto';
import type { FeedbackOutcome, MailFeedbackSource } from '@carillon/contracts';
import {
  type About,
  type Fields,
  TOKEN_NAME,
  arrived,
  bounced,
  complained,
  fieldsIn,
  onListOfProvider,
  refusedByProvider,
  textIn,
  timeIn,
} from './events';

/** Mailgun repeats a webhook for 8 hours. */
const TAKEN_FOR_MS = 9 * 3_600_000;
const hmac = /^[0-9a-f]{64}$/;
const token = /^[\w-]{20,100}$/;
const seconds = /^\d{10,11}$/;
const MS_PER_S = 1_000;

/**
 * Mailgun's webhooks, signed with an HMAC with the "HTTP webhook signing key" over a timestamp and a token. The content
 * isn't signed, so each token counts once.
 * https://documentation.mailgun.com/docs/mailgun/user-manual/webhooks/securing-webhooks
 */
export function mailgunSource(): MailFeedbackSource {
  return {
    provider: 'MAILGUN',
    secret: 'feedbackKey',
    takenForMs: TAKEN_FOR_MS,
    couldBeSecret: (text) => /^[\x21-\x7e]{16,200}$/.test(text),
    proof: (request) => {
      const { signature, token: once, timestamp } = fieldsIn(fieldsIn(request.parsed()).signature);
      const at = String(timestamp);
      if (!hmac.test(textIn(signature)) || !token.test(textIn(once)) || !seconds.test(at)) return null;
      const content = { bytes: Buffer.from(at + textIn(once)).toString('base64') };
      const signed = { url: '', signature: textIn(signature), content };
      return { signed, signedAt: new Date(Number(at) * MS_PER_S), token: textIn(once) };
    },
    isRight: (secret, { signature, content }) => {
      const bytes = 'bytes' in content ? Buffer.from(content.bytes, 'base64') : Buffer.alloc(0);
      const expected = createHmac('sha256', secret).update(bytes).digest();
      const actual = Buffer.from(signature, 'hex');
      return actual.length === expected.length && timingSafeEqual(actual, expected);
    },
    outcomes: (request) => [outcomeOf(fieldsIn(fieldsIn(request.parsed())['event-data']))],
  };
}

/** https://documentation.mailgun.com/docs/mailgun/user-manual/events/event-structure */
function outcomeOf(event: Fields): FeedbackOutcome {
  const { event: type, severity, reason, timestamp } = event;
  const variables = fieldsIn(event['user-variables']);
  const about: About = { token: textIn(variables[TOKEN_NAME]), at: timeIn(timestamp) };
  switch (type) {
    case 'failed':
      // Mailgun retries, and reports when it stops retrying.
      if (severity === 'temporary') return { kind: 'ignored' };
      return textIn(reason).startsWith('suppress-')
        ? onListOfProvider(about, textIn(reason))
        : failureOf(fieldsIn(event['delivery-status']), about, textIn(reason));
    case 'complained':
      return complained(about, 'abuse');
    case 'rejected':
      return refusedByProvider(about, textIn(fieldsIn(event.reject).reason) || 'rejected');
    case 'delivered':
      return arrived(about, fieldsIn(fieldsIn(event.message).headers)['message-id']);
    default:
      return { kind: typeof type === 'string' ? 'ignored' : 'malformed' };
  }
}

/** The code of each reason, if the server's text has none. `old`: unsuccessful retries for days. */
const statusOfReason: Readonly<Record<string, string>> = {
  bounce: '5.0.0',
  generic: '5.0.0',
  espblock: '5.7.1',
  old: '4.4.7',
};

/** Codes of six hundred and more are Mailgun's own. */
function failureOf(status: Fields, about: About, reason: string): FeedbackOutcome {
  const { code, message, description } = status;
  const replyText = [textIn(message), textIn(description)].filter(Boolean).join(' ');
  const stated = textIn(status['enhanced-code']);
  const isReply = typeof code === 'number' && code >= 400 && code < 600;
  const reply = isReply && !replyText.startsWith(String(code)) ? `${code} ${replyText}` : replyText;
  const isKept = reason === 'espblock';
  return bounced(about, { stated, replyText: reply, why: reason, fallback: statusOfReason[reason], isKept });
}
