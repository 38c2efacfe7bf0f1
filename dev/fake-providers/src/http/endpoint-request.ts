import { type IncomingHttpHeaders } from 'node:http';
import { Webhook } from 'standardwebhooks';

/** A message as docs/http-senders.md describes it. The fields depend on the channel. */
export interface EndpointMessage {
  readonly deliveryId: string;
  readonly campaignId?: string;
  readonly channel: 'EMAIL' | 'WHATSAPP' | 'SMS';
  readonly to: string;
  readonly from: { address: string; name: string | null } | string | null;
  readonly replyTo?: string | null;
  readonly subject?: string;
  readonly html?: string;
  readonly text?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly attachments?: readonly { name: string; type: string; bytes: number; url: string }[];
  readonly media?: { name: string; type: string; bytes: number; url: string };
  readonly template?: { id: string; variables: Readonly<Record<string, string>> };
  readonly segments?: number;
  readonly isTest?: boolean;
}

/**
 * A request with a verified signature. `id` is the `webhook-id`, which is the same for all attempts of a delivery.
 */
export type EndpointRequest = { readonly id: string } & (
  | { readonly type: 'sender.test'; readonly data: { channel: string } }
  | { readonly type: 'message.send'; readonly data: EndpointMessage }
);

/** Verifies a request with the reference library of Standard Webhooks. @throws if the signature does not match */
export function readEndpointRequest(
  secret: string,
  headers: IncomingHttpHeaders,
  body: string,
): EndpointRequest {
  const verified = new Webhook(secret).verify(body, headers as Record<string, string>);
  return {
    ...(verified as Omit<EndpointRequest, 'id'>),
    id: String(headers['webhook-id']),
  } as EndpointRequest;
}
