import { type TSchema, Type } from '@sinclair/typebox';

/** A header of every described response. Other headers are present only if they have something to report. */
const always = (description: string, schema: TSchema) => ({ description, required: true, schema });
const sometimes = (description: string, schema: TSchema) => ({ description, required: false, schema });
const exactly = (text: string) => Type.Unsafe<string>({ type: 'string', const: text });

/** Response headers that more than one operation has. */
export const answerHeaders = withIds('headers', {
  'X-Request-Id': always(
    'The ID of this request in the logs',
    Type.String({ pattern: '^[\\w-]{1,64}$', examples: ['6560f0a1b2c3d4e5f6a7b8c9'] }),
  ),
  Location: always(
    'The URL of the created resource',
    Type.String({ format: 'uri-reference', examples: ['/api/v1/groups/6560f0a1b2c3d4e5f6a7b8c9'] }),
  ),
  'Location-Elsewhere': always(
    'The redirect target',
    Type.String({ format: 'uri-reference', examples: ['/console?sign-in=done'] }),
  ),
  'Next-Cursor': sometimes(
    'The `cursor` of the next page; absent on the last page',
    Type.String({ pattern: '^[A-Za-z0-9_-]+$', examples: ['9K2nJq5'] }),
  ),
  Link: sometimes(
    'The next page (RFC 8288); absent on the last one',
    Type.String({
      examples: ['<https://carillon.example.com/api/v1/groups?limit=100&cursor=9K2nJq5>; rel="next"'],
    }),
  ),
  'RateLimit-Policy': sometimes(
    'The number of requests that the key can make per window (seconds); absent if there is no limit',
    Type.String({ pattern: '^"default";q=\\d+;w=\\d+$', examples: ['"default";q=200;w=2'] }),
  ),
  RateLimit: sometimes(
    'The number of remaining requests, and for how many seconds they last at the rate; if none remain, the seconds until the next request',
    Type.String({ pattern: '^"default";r=\\d+;t=\\d+$', examples: ['"default";r=199;t=2'] }),
  ),
  'Idempotency-Replayed': sometimes(
    'Present if this is the stored response to an earlier request with the same Idempotency-Key',
    exactly('true'),
  ),
  'Retry-After': always('When to retry (seconds)', Type.Integer({ minimum: 0, examples: [2] })),
  'WWW-Authenticate': always('The authentication scheme', exactly('Bearer')),
  Allow: always('The methods of this path', Type.String({ examples: ['GET, HEAD, POST'] })),
});

export type AnswerHeader = keyof typeof answerHeaders;

/** Request headers that more than one operation accepts. */
export const requestHeaders = withIds('parameters', {
  'X-Request-Id': {
    name: 'X-Request-Id',
    in: 'header',
    ...sometimes(
      'Your own ID for the request; used if it has 1 to 64 letters, digits, `_`, or `-`',
      Type.String({ examples: ['order-4711'] }),
    ),
  },
  'Idempotency-Key': {
    name: 'Idempotency-Key',
    in: 'header',
    ...sometimes(
      'Any text that you use for no other request within 24 hours. If you repeat the request with the same key, it is executed only once, and you get the first response again',
      Type.String({
        minLength: 1,
        maxLength: 255,
        pattern: '^[\\x21-\\x7E](?:[\\x20-\\x7E]*[\\x21-\\x7E])?$',
        examples: ['0e3f2c1a-5b7d-4c8e-9f00-1a2b3c4d5e6f'],
      }),
    ),
  },
});

/** Describes each part once, under its name. */
function withIds<N extends string>(kind: string, parts: Record<N, object>): Record<N, object> {
  const named = Object.entries<object>(parts).map(([name, part]) => [
    name,
    { $id: `${kind}/${name}`, ...part },
  ]);
  return Object.fromEntries(named) as Record<N, object>;
}
