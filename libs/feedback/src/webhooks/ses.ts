import type { FeedbackOutcome, MailFeedbackSource } from '@carillon/contracts';
import { tokenIn } from '@carillon/vault';
import { isSame } from './secrets';
import {
  type About,
  DELIVERY_HEADER,
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
import { SnsSignatures, confirmationIn, topicArn } from './sns';

/** SNS repeats a message for an hour, or for as long as a policy of the topic specifies, which is at most an hour. */
const TAKEN_FOR_MS = 2 * 3_600_000;

/**
 * Amazon SES, through an Amazon SNS topic. SNS signs for all of its customers with one certificate, so the topic
 * decides whether a message is the user's: its ARN is the secret.
 * https://docs.aws.amazon.com/ses/latest/dg/event-publishing-retrieving-sns-contents.html,
 * https://docs.aws.amazon.com/ses/latest/dg/notification-contents.html
 */
export function sesSource(): MailFeedbackSource {
  const signatures = new SnsSignatures();
  return {
    provider: 'SES',
    secret: 'feedbackKey',
    takenForMs: TAKEN_FOR_MS,
    couldBeSecret: (text) => topicArn.test(text),
    // The topic first, so that nothing is parsed and no certificate is fetched for other senders.
    proof: ({ headers }) => {
      const topic = headers['x-amz-sns-topic-arn'];
      if (typeof topic !== 'string' || !topicArn.test(topic)) return null;
      const signed = { url: '', signature: topic, content: { bytes: '' } };
      return { signed, signedAt: null, token: null };
    },
    isRight: (topic, { signature }) => isSame(topic, signature),
    isGenuine: async (request, now) => {
      const message = fieldsIn(request.parsed());
      const signedAt = timeIn(message.Timestamp)?.getTime() ?? 0;
      if (Math.abs(now.getTime() - signedAt) > TAKEN_FOR_MS) return false;
      return signatures.isSigned(message, textIn(request.headers['x-amz-sns-topic-arn']), now);
    },
    outcomes: (request) => [outcomeOf(fieldsIn(request.parsed()))],
  };
}

function outcomeOf(message: Fields): FeedbackOutcome {
  if (message.Type === 'SubscriptionConfirmation') {
    const url = confirmationIn(message);
    return url === null ? { kind: 'malformed' } : { kind: 'visit', url };
  }
  const event = eventIn(message);
  if (!event) return { kind: 'ignored' };
  const mail = fieldsIn(event.mail);
  const type = textIn(event.eventType) || textIn(event.notificationType);
  const of = (part: unknown): About => ({ token: tokenOf(mail), at: timeIn(fieldsIn(part).timestamp) });
  switch (type) {
    case 'Bounce':
      return bounceOf(fieldsIn(event.bounce), of(event.bounce));
    case 'Complaint': {
      const feedback = textIn(fieldsIn(event.complaint).complaintFeedbackType);
      // RFC 6430: a complaint is withdrawn.
      return feedback === 'not-spam'
        ? { kind: 'ignored' }
        : complained(of(event.complaint), feedback || 'abuse');
    }
    case 'Delivery':
      return arrived(of(event.delivery), mail.messageId);
    case 'Reject':
      return refusedByProvider(of(event.reject), textIn(fieldsIn(event.reject).reason));
    case '':
      return { kind: 'malformed' };
    default:
      return { kind: 'ignored' };
  }
}

/** Null if the body is not JSON, such as the test that SES sends to a new topic. */
function eventIn({ Type: type, Message: message }: Fields): Fields | null {
  if (type !== 'Notification' || typeof message !== 'string') return null;
  try {
    return fieldsIn(JSON.parse(message));
  } catch {
    return null;
  }
}

/** The code of each type, if SES returns none. */
const statusOfType: Readonly<Record<string, string>> = {
  'Permanent/General': '5.0.0',
  'Permanent/NoEmail': '5.1.1',
  'Transient/MailboxFull': '4.2.2',
  'Transient/MessageTooLarge': '5.3.4',
  'Transient/ContentRejected': '5.6.0',
  'Transient/AttachmentRejected': '5.6.0',
};
const listed = new Set(['Permanent/Suppressed', 'Permanent/OnAccountSuppressionList']);

function bounceOf(bounce: Fields, about: About): FeedbackOutcome {
  const type = `${textIn(bounce.bounceType)}/${textIn(bounce.bounceSubType)}`;
  if (listed.has(type)) return onListOfProvider(about, type);
  const [first] = Array.isArray(bounce.bouncedRecipients) ? (bounce.bouncedRecipients as unknown[]) : [];
  const { status, diagnosticCode, action } = fieldsIn(first);
  const [stated, replyText] = [textIn(status), textIn(diagnosticCode)];
  if (textIn(action) === 'delayed') return { kind: 'ignored' };
  // SES's only term for an absence notice.
  if (type === 'Transient/General' && stated === '' && replyText === '') return { kind: 'ignored' };
  return bounced(about, { stated, replyText, why: type, fallback: statusOfType[type] });
}

/** The signed return path, if the sender has a domain for it; otherwise a tag; otherwise a field of the email. */
function tokenOf({ source, tags, headers }: Fields): string {
  const path = textIn(source);
  if (path.startsWith('bounce+')) return tokenIn(path.slice(0, path.lastIndexOf('@')));
  const tagged = fieldsIn(tags)[TOKEN_NAME];
  const [tag] = Array.isArray(tagged) ? (tagged as unknown[]) : [];
  if (typeof tag === 'string') return tag;
  const fields = Array.isArray(headers) ? headers.map(fieldsIn) : [];
  return textIn(
    fields.find(({ name }) => textIn(name).toLowerCase() === DELIVERY_HEADER.toLowerCase())?.value,
  );
}
