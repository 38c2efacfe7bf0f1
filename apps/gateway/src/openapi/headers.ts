import { type TSchema, Type } from '@sinclair/typebox';

interface Part {
  description: string;
  required: boolean;
  schema: TSchema;
  name?: string;
  in?: 'header';
}

/** Headers of answers that more than one operation has. Those that are not `required` stand where there is something to say. */
export const answerHeaders = withIds('headers', {
  'X-Request-Id': {
    description: 'What this request is called in our logs',
    required: true,
    schema: Type.String({ pattern: '^[\\w-]{1,64}$', examples: ['6560f0a1b2c3d4e5f6a7b8c9'] }),
  },
  Location: {
    description: 'Where what was created is',
    required: true,
    schema: Type.String({ format: 'uri-reference', examples: ['/api/v1/groups/6560f0a1b2c3d4e5f6a7b8c9'] }),
  },
  'Next-Cursor': {
    description: 'What to give as `cursor` to go on; absent on the last page',
    required: false,
    schema: Type.String({ pattern: '^[A-Za-z0-9_-]+$', examples: ['9K2nJq5'] }),
  },
  Link: {
    description: 'The next page (RFC 8288); absent on the last one',
    required: false,
    schema: Type.String({
      examples: ['<https://carillon.example.com/api/v1/groups?limit=100&cursor=9K2nJq5>; rel="next"'],
    }),
  },
  'RateLimit-Policy': {
    description:
      'How many requests the key may make, in which window of seconds; absent if it may make any number',
    required: false,
    schema: Type.String({ pattern: '^"default";q=\\d+;w=\\d+$', examples: ['"default";q=200;w=2'] }),
  },
  RateLimit: {
    description:
      'How many requests are left, and for how many seconds they last at the rate; with none left, in how many there is one',
    required: false,
    schema: Type.String({ pattern: '^"default";r=\\d+;t=\\d+$', examples: ['"default";r=199;t=2'] }),
  },
  'Idempotency-Replayed': {
    description: 'This is the answer to an earlier request with the same Idempotency-Key',
    required: false,
    schema: Type.Unsafe({ type: 'string', const: 'true' }),
  },
  'Retry-After': {
    description: 'In how many seconds to try again',
    required: true,
    schema: Type.Integer({ minimum: 0, examples: [2] }),
  },
  'WWW-Authenticate': {
    description: 'How to say who you are',
    required: true,
    schema: Type.Unsafe({ type: 'string', const: 'Bearer' }),
  },
  Allow: {
    description: 'The methods that this path takes',
    required: true,
    schema: Type.String({ examples: ['GET, HEAD, POST'] }),
  },
});

export type AnswerHeader = keyof typeof answerHeaders;

/** Headers of requests that more than one operation takes. */
export const requestHeaders = withIds('parameters', {
  'X-Request-Id': {
    name: 'X-Request-Id',
    in: 'header',
    description: 'Your own name for the request; kept if it has 1 to 64 letters, digits, `_` or `-`',
    required: false,
    schema: Type.String({ examples: ['order-4711'] }),
  },
  'Idempotency-Key': {
    name: 'Idempotency-Key',
    in: 'header',
    description:
      'Any text that you use for no other request within 24 hours. A repeat with the same key is answered as the first request was, and done once',
    required: false,
    schema: Type.String({
      minLength: 1,
      maxLength: 255,
      pattern: '^[\\x21-\\x7E](?:[\\x20-\\x7E]*[\\x21-\\x7E])?$',
      examples: ['0e3f2c1a-5b7d-4c8e-9f00-1a2b3c4d5e6f'],
    }),
  },
});

/** Each is described once, under its name. */
function withIds<N extends string>(kind: string, parts: Record<N, Part>): Record<N, object> {
  const named = Object.entries<Part>(parts).map(([name, part]) => [
    name,
    { $id: `${kind}/${name}`, ...part },
  ]);
  return Object.fromEntries(named) as Record<N, object>;
}
