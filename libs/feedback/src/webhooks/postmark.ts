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
  textIn,
  timeIn,
} from './events';
import { isSame } from './secrets';

const basic = /^Basic ([A-Za-z0-9+/]{4,700}={0,2})$/i;

/**
 * Postmark's webhooks, which aren't signed: their URL has a user and a password (RFC 7617), and they come from known
 * addresses. The secret is `user:password`. https://postmarkapp.com/developer/webhooks/webhooks-overview
 */
export function postmarkSource(): MailFeedbackSource {
  return {
    provider: 'POSTMARK',
    secret: 'feedbackKey',
    takenForMs: null,
    couldBeSecret: (text) => /^[^:\s]+:\S{12,}$/.test(text),
    proof: ({ headers: { authorization } }) => {
      const [, credentials] = typeof authorization === 'string' ? (basic.exec(authorization) ?? []) : [];
      if (credentials === undefined) return null;
      return {
        signed: { url: '', signature: credentials, content: { bytes: '' } },
        signedAt: null,
        token: null,
      };
    },
    isRight: (secret, { signature }) => isSame(secret, Buffer.from(signature, 'base64').toString('utf8')),
    outcomes: (request) => [outcomeOf(fieldsIn(request.parsed()))],
  };
}

/** https://postmarkapp.com/developer/webhooks/bounce-webhook, …/spam-complaint-webhook, …/delivery-webhook */
function outcomeOf(event: Fields): FeedbackOutcome {
  const at = timeIn(event.BouncedAt) ?? timeIn(event.DeliveredAt);
  const about: About = { token: textIn(fieldsIn(event.Metadata)[TOKEN_NAME]), at };
  switch (event.RecordType) {
    case 'Bounce':
      return bounceOf(event, about);
    case 'SpamComplaint':
      return complained(about, 'abuse');
    case 'Delivery':
      return arrived(about, event.MessageID);
    default:
      return { kind: typeof event.RecordType === 'string' ? 'ignored' : 'malformed' };
  }
}

/**
 * The code of each type, if the server's text has none. https://postmarkapp.com/developer/api/bounce-api#bounce-types
 */
const statusOfType: Readonly<Record<string, string>> = {
  HardBounce: '5.0.0',
  BadEmailAddress: '5.1.3',
  SoftBounce: '4.0.0',
  DnsError: '4.4.0',
  SpamNotification: '5.7.1',
  Blocked: '5.7.1',
  DMARCPolicy: '5.7.1',
  VirusNotification: '5.6.0',
  Undeliverable: '4.0.0',
  Unknown: '',
};

/** Types that are unrelated to the address: Postmark does not deactivate it. */
const againstSender = new Set(['SpamNotification', 'Blocked', 'DMARCPolicy', 'VirusNotification']);

function bounceOf({ Type: type, Details: details, Description: description }: Fields, about: About) {
  const kind = textIn(type);
  if (kind === 'SpamComplaint') return complained(about, 'abuse');
  if (kind === 'ManuallyDeactivated') return onListOfProvider(about, kind);
  const status = statusOfType[kind];
  // Replies of people and their programs, and emails that Postmark still retries.
  if (status === undefined) return { kind: kind === '' ? 'malformed' : 'ignored' } as const;
  const [replyText, why] = [textIn(details), textIn(description)];
  return bounced(about, { replyText, why, fallback: status || undefined, isKept: againstSender.has(kind) });
}
