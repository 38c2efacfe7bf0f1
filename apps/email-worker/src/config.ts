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
      description:
        'the key ring of unsubscribe links: id:key, separated by commas; the first key signs new links',
    }),
  ),
  EMAIL_LEASES: leasesVariable('EMAIL'),
  EMAIL_CONNECTIONS: Type.Integer({
    default: 50,
    minimum: 1,
    maximum: 1_000,
    description: 'the maximum number of connections from one worker process to one mail server',
  }),
  ALLOW_PRIVATE_SMTP_HOSTS: Type.Boolean({
    default: false,
    description: 'whether the mail servers of users can be at private addresses',
  }),
  SMTP_CLIENT_NAME: Type.Optional(
    Type.String({
      pattern: '^[A-Za-z0-9.-]{1,255}$',
      description: 'the name that the worker sends to mail servers in EHLO; absent: the host of PUBLIC_URL',
    }),
  ),
  DEFAULT_SMTP_URL: Type.Optional(
    secret(
      Type.String({
        pattern: '^smtps?://',
        description: 'the mail server for users without their own; only used to check whether it is private',
      }),
    ),
  ),
});
export type EmailWorkerConfig = ConfigOf<typeof emailWorkerConfig>;
