import { Type } from '@sinclair/typebox';

/**
 * The URL at which clients, recipients, and providers reach the gateway. Links that leave the system begin with it. Its
 * characters need no escaping in an email, in HTML, or in a header. A host with other characters is written in its
 * ASCII form.
 */
export const publicUrl = Type.String({
  pattern: '^https?://[A-Za-z0-9.:\\[\\]-]+(?:/[A-Za-z0-9._~-]+)*$',
  maxLength: 200,
  description:
    'the public base URL of the API: scheme, host, and port, with an optional path; no trailing slash',
});
