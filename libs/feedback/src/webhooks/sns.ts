import { type KeyObject, X509Certificate, verify } from 'node:crypto';
import { AppError } from '@carillon/contracts';
import { LRUCache } from 'lru-cache';
import { type Fields, textIn } from './events';

/** A topic, with its region. https://docs.aws.amazon.com/IAM/latest/UserGuide/reference-arns.html */
export const topicArn = /^arn:aws(?:-[a-z]+)*:sns:([a-z0-9-]{4,30}):\d{12}:[\w-]{1,256}(?:\.fifo)?$/;
const host = /^sns\.([a-z0-9-]{4,30})\.amazonaws\.com(?:\.cn)?$/;
const certificatePath = /^\/SimpleNotificationService-[0-9a-zA-Z]{1,64}\.pem$/;

/**
 * The signed fields of each type, in this order.
 * https://docs.aws.amazon.com/sns/latest/dg/sns-verify-signature-of-message.html
 */
const signedFields: Readonly<Record<string, readonly string[]>> = {
  Notification: ['Message', 'MessageId', 'Subject', 'Timestamp', 'TopicArn', 'Type'],
  SubscriptionConfirmation: [
    'Message',
    'MessageId',
    'SubscribeURL',
    'Timestamp',
    'Token',
    'TopicArn',
    'Type',
  ],
  UnsubscribeConfirmation: ['Message', 'MessageId', 'SubscribeURL', 'Timestamp', 'Token', 'TopicArn', 'Type'],
};
const digests: Readonly<Record<string, string>> = { 1: 'sha1', 2: 'sha256' };

/** The maximum number of cached certificates: one per region, and their successors. */
const MOST_CERTIFICATES = 100;
/** How long a certificate is used, and how long an unavailable one isn't requested again (milliseconds). */
const KEPT_MS = 86_400_000;
const FAILED_MS = 30_000;
const FETCHES_AT_ONCE = 5;
const TIMEOUT_MS = 5_000;
const LARGEST_BYTES = 64 * 1024;

/** A certificate in use; `key` null: it was unavailable. */
interface Certificate {
  key: KeyObject | null;
  from: number;
  until: number;
}

/** Verifies messages of Amazon SNS with its published certificates. */
export class SnsSignatures {
  private readonly certificates: LRUCache<string, Certificate>;
  private underWay = 0;

  constructor() {
    this.certificates = new LRUCache({
      max: MOST_CERTIFICATES,
      ttl: KEPT_MS,
      fetchMethod: async (url, _before, { options }) => {
        const certificate = await this.fetch(url);
        if (!certificate.key) options.ttl = FAILED_MS;
        return certificate;
      },
      ignoreFetchAbort: true,
    });
  }

  /**
   * Whether SNS has signed a message of this topic. Its certificate is read from SNS in the topic's region only.
   * @throws AppError service_unavailable if the certificate cannot be read now
   */
  async isSigned(message: Fields, topic: string, now: Date): Promise<boolean> {
    const names = signedFields[textIn(message.Type)];
    const digest = digests[textIn(message.SignatureVersion)];
    const url = addressAt(message.SigningCertURL, topic);
    if (!names || !digest || message.TopicArn !== topic || !url || !certificatePath.test(url.pathname))
      return false;
    if (url.search !== '') return false;
    const certificate = await this.certificates.forceFetch(url.href);
    if (!certificate.key) throw new AppError('service_unavailable', 'The SNS certificate is unreadable');
    if (now.getTime() < certificate.from || now.getTime() > certificate.until) return false;
    const present = names.filter((name) => typeof message[name] === 'string');
    const text = present.map((name) => `${name}\n${String(message[name])}\n`).join('');
    return verify(
      digest,
      Buffer.from(text),
      certificate.key,
      Buffer.from(textIn(message.Signature), 'base64'),
    );
  }

  private async fetch(url: string): Promise<Certificate> {
    const none = { key: null, from: 0, until: 0 };
    if (this.underWay >= FETCHES_AT_ONCE) return none;
    this.underWay += 1;
    try {
      const { publicKey, validFrom, validTo } = new X509Certificate(await read(url));
      if (publicKey.asymmetricKeyType !== 'rsa') return none;
      return { key: publicKey, from: Date.parse(validFrom), until: Date.parse(validTo) };
    } catch {
      return none;
    } finally {
      this.underWay -= 1;
    }
  }
}

/** An https URL of SNS in the region of a topic; null for any other URL. */
function addressAt(address: unknown, topic: string): URL | null {
  const url = URL.parse(textIn(address));
  const [, region] = topicArn.exec(topic) ?? [];
  if (url?.protocol !== 'https:' || [url.port, url.username, url.password].some(Boolean)) return null;
  return region !== undefined && host.exec(url.hostname)?.[1] === region ? url : null;
}

/** The URL that confirms a subscription; null: the URL isn't SNS's. */
export function confirmationIn(message: Fields): string | null {
  const url = addressAt(message.SubscribeURL, textIn(message.TopicArn));
  const isConfirmation = url?.pathname === '/' && url.searchParams.get('Action') === 'ConfirmSubscription';
  return url && isConfirmation ? url.href : null;
}

/** Redirects aren't followed. @throws if the response is unreadable */
async function read(url: string): Promise<Buffer> {
  const response = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(TIMEOUT_MS) });
  if (!response.ok || !response.body) throw new Error(`${url} responds with ${response.status}`);
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of response.body as AsyncIterable<Uint8Array>) {
    size += piece.length;
    if (size > LARGEST_BYTES) throw new Error(`${url} is too large`);
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}
