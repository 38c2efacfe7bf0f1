import { randomBytes } from 'node:crypto';
import MailComposer from 'nodemailer/lib/mail-composer';
import type { ApiAnswer, ApiRequest, FakeApiMail, NoAnswer } from './fake-api';
import type { WebhookOptions } from './mail-webhooks';

export interface FakeApiOptions {
  /** The behavior in place of accepting an email. */
  readonly conduct?: (mail: FakeApiMail) => ApiAnswer | NoAnswer | 'takes' | Promise<'takes'>;
  /** Receives every accepted email. The response waits until this callback resolves. */
  readonly take?: (mail: FakeApiMail) => Promise<void> | void;
  /** Absent: the provider posts no webhooks. */
  readonly webhooks?: WebhookOptions;
}

export function newId(): string {
  return randomBytes(16).toString('hex');
}

/** Whether a key is one that the provider would refuse. Any other key is accepted. */
export function isWrong(key: string | undefined): boolean {
  return key === undefined || key === '' || key.includes('wrong');
}

/** The JSON of a request; undefined if it is invalid. */
export function jsonOf({ body }: Pick<ApiRequest, 'body'>): unknown {
  try {
    return JSON.parse(body.toString('utf8')) as unknown;
  } catch {
    return undefined;
  }
}

/** Encodes an email in parts, as the provider does. */
export function encoded(mail: ConstructorParameters<typeof MailComposer>[0]): Promise<Buffer> {
  return new MailComposer(mail).compile().build();
}
