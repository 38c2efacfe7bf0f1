import { Type } from '@sinclair/typebox';
import { leasesVariable, workerVariables } from '@carillon/channel';
import { httpVariables } from '@carillon/http-sender';
import { type ConfigOf, defineConfig, publicUrl, secret } from '@carillon/platform';

/** The email worker's environment variables, in addition to the platform's. */
export const emailWorkerConfig = defineConfig('email-worker', {
  ...workerVariables,
  ...httpVariables,
  PUBLIC_URL: publicUrl,
  LINK_KEYS: secret(
    Type.String({
      description: 'the key ring of unsubscribe links, id:key with commas between; the first key makes them',
    }),
  ),
  EMAIL_LEASES: leasesVariable('EMAIL'),
  EMAIL_CONNECTIONS: Type.Integer({
    default: 20,
    minimum: 1,
    maximum: 100,
    description: 'connections of one worker process with one mail server at most',
  }),
  ALLOW_PRIVATE_SMTP_HOSTS: Type.Boolean({
    default: false,
    description: "whether a user's own mail server may be at a private address",
  }),
  SMTP_CLIENT_NAME: Type.Optional(
    Type.String({
      pattern: '^[A-Za-z0-9.-]{1,255}$',
      description: 'the name that the worker sends to mail servers in EHLO; the host of PUBLIC_URL if absent',
    }),
  ),
  DEFAULT_SMTP_URL: Type.Optional(
    secret(
      Type.String({
        pattern: '^smtps?://',
        description:
          'the mail server for users without their own; only whether it is a private one is looked at',
      }),
    ),
  ),
});
export type EmailWorkerConfig = ConfigOf<typeof emailWorkerConfig>;
