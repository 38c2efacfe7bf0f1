import type { OpenAPIObject } from '@nestjs/swagger';

const description = `One message, every channel: campaigns by email, WhatsApp, and SMS.

**Responses** are \`{"data": {"<operation>": …}}\`. Errors are problem documents (RFC 9457) with a \`code\`.

**Bodies** are JSON objects in UTF-8, at most 1 MiB and 32 levels deep. Undocumented fields are rejected, and so is a body where none
is documented, except \`{}\`. Types are not converted. Text must not contain NUL, unpaired surrogates, or control characters.
Messages can contain tabs and line breaks.

**Paths** are exact. HEAD works like GET. OPTIONS returns 204 and needs no key. Any other method returns 405 with \`Allow\`.

**Lists** have pages of \`limit\` items. The header \`Next-Cursor\` contains the \`cursor\` of the next page. Without \`limit\`,
campaigns and subscribers are returned in full.

**Limits.** \`RateLimit-Policy\` and \`RateLimit\` contain how many requests the key can make and how many remain. Further requests
return 429 with \`Retry-After\`.

**Retries** of a POST are safe with the header \`Idempotency-Key\`.`;

const securitySchemes = {
  userKey: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'car_live_…',
    description:
      'A user key. It acts for that user, within its scopes: `read`, `write`, `send`, `admin`, `consent`.',
  },
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: '__Host-carillon',
    description:
      "The session of a signed-in person, with the scopes of their role. All methods except GET also require the header `X-CSRF-Token`. If the API URL isn't https, the cookie is named `carillon`.",
  },
  operatorKey: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'car_op_…',
    description: 'An operator key of this service, with its scopes: `read`, `users`, `admin`.',
  },
  twilioSignature: {
    type: 'apiKey',
    in: 'header',
    name: 'X-Twilio-Signature',
    description: "Twilio's signature with the integration's `authToken`, over the public URL and the body.",
  },
};

/** Operations are grouped by the beginning of their paths; the first match counts. */
const groups: readonly [path: string, name: string, description?: string][] = [
  ['/api/v1/campaigns', 'Campaigns', 'Messages to groups, and their reports'],
  ['/api/v1/saved-filters', 'Saved filters', 'Filters of the campaign list'],
  ['/api/v1/conversions', 'Conversions', 'Orders after clicks in emails'],
  ['/v/', 'Conversions'],
  ['/api/v1/statistics', 'Statistics', 'The results of all campaigns by day'],
  ['/api/v1/templates', 'Templates', 'Messages that new campaigns begin with'],
  ['/api/v1/media', 'Media', 'Images and other files, and their public URLs'],
  ['/m/', 'Media'],
  ['/api/v1/subscribers', 'Subscribers', 'Recipients and their channels'],
  ['/api/v1/groups', 'Groups', 'Audiences of campaigns'],
  ['/api/v1/people', 'People', 'People with all their channels'],
  ['/api/v1/attributes', 'Attributes', 'Values of people, and their types'],
  ['/api/v1/segments', 'Segments', 'Selections of people by conditions'],
  ['/api/v1/topics', 'Topics', 'Subjects that people can leave'],
  ['/api/v1/imports', 'Groups'],
  ['/api/v1/import-mappings', 'Groups'],
  ['/api/v1/removals', 'Groups'],
  ['/api/v1/sign-up-forms', 'Sign-up forms', 'Forms by which people subscribe to groups'],
  ['/api/v1/suppressions', 'Suppressions', 'Addresses that receive no messages'],
  ['/api/v1/messages/', 'Messages', 'Inbound messages of recipients'],
  ['/api/v1/senders', 'Senders', 'Your accounts at providers'],
  ['/api/v1/domains', 'Domains', 'DKIM signatures and DNS records of your From addresses'],
  ['/api/v1/integrations', 'Integrations', 'The default sender of each channel'],
  ['/api/v1/webhooks', 'Webhooks', 'Events for your own systems'],
  ['/api/v1/api-keys', 'API keys', 'Keys that act for you'],
  ['/api/v1/account', 'Account', 'The account of the key'],
  ['/api/v1/members', 'Members', 'The members of the account'],
  ['/api/v1/invitations', 'Members'],
  ['/api/v1/sessions', 'Signing in', 'Sessions of people'],
  ['/api/v1/profile', 'Signing in'],
  ['/api/v1/passwords', 'Signing in'],
  ['/password/', 'Signing in'],
  ['/api/v1/operator/', 'Operators', 'For operators of this service'],
  ['/api/v1/callbacks/', 'Callbacks', 'For providers only'],
  ['/c/', 'Opens and clicks', 'Tracked links and images in emails; for people and email clients'],
  ['/o/', 'Opens and clicks'],
  ['/subscribe/', 'Subscribing', 'Forms and links in emails; for people'],
  ['/u/', 'Unsubscribing', 'Links in emails; for people and email clients'],
  ['/', 'About', 'About this service'],
];

const tags = groups.flatMap(([, name, description]) => (description ? [{ name, description }] : []));

export function tagOf(path: string): string {
  return groups.find(([start]) => path.startsWith(start))?.[1] ?? 'About';
}

/** The document's description of the API as a whole. */
export function about(publicUrl: string): Omit<OpenAPIObject, 'paths'> {
  return {
    openapi: '3.1.1',
    info: {
      title: 'Carillon',
      version: '1.0.0',
      summary: 'A campaign messenger that loses no recipients',
      description,
      contact: { name: 'Operator of this installation', url: publicUrl },
      license: { name: 'MIT', identifier: 'MIT' },
    } as OpenAPIObject['info'],
    servers: [{ url: publicUrl }],
    tags,
    components: { securitySchemes } as OpenAPIObject['components'],
  } as never;
}
