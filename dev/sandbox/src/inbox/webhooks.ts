import { type IncomingHttpHeaders } from 'node:http';
import { Webhook } from 'standardwebhooks';
import { Problem } from '../problem';
import { onlyNames, wholeNumber } from '../messages/query';

/** The maximum number of stored messages. Newer messages replace older ones. */
const MOST = 100;
const MAX_STATUS = 599;

interface Taken {
  readonly id: string;
  readonly type: string;
  readonly body: unknown;
}

/** An endpoint for webhooks, whose signatures the reference library of Standard Webhooks verifies. */
export class WebhookEndpoint {
  private readonly taken: Taken[] = [];

  /**
   * `POST /webhooks?secret=whsec_…`: accepts a message. With `answer=500`, responds with this status after
   * verification.
   * @returns the status of the response
   * @throws Problem 401 if the signature does not match
   */
  take(query: URLSearchParams, headers: IncomingHttpHeaders, body: string): number {
    onlyNames(query, ['secret', 'answer']);
    // A plus in a query is a space.
    const secret = (query.get('secret') ?? '').replaceAll(' ', '+');
    const parsed = verified(secret, headers, body);
    const { type = '' } = parsed as { type?: string };
    this.taken.unshift({ id: String(headers['webhook-id']), type, body: parsed });
    this.taken.length = Math.min(this.taken.length, MOST);
    const answer = wholeNumber(query, 'answer', MAX_STATUS) ?? 204;
    if (answer < 200) throw new Problem(422, '"answer" must be a status from 200 to 599.');
    return answer;
  }

  /** `GET /api/webhooks`: the latest messages, newest first. */
  list(query: URLSearchParams): object {
    onlyNames(query, []);
    return { webhooks: this.taken };
  }
}

function verified(secret: string, headers: IncomingHttpHeaders, body: string): unknown {
  try {
    return new Webhook(secret).verify(body, headers as Record<string, string>);
  } catch (error) {
    const why = error instanceof Error ? error.message : '';
    throw new Problem(401, `The signature does not match: ${why}.`);
  }
}
