import { Type } from '@sinclair/typebox';
import { type ConfigOf, defineConfig, secret } from '@carillon/platform';

const port = { minimum: 0, maximum: 65_535 } as const;

/** The bounce-receiver's environment variables, in addition to the platform's. */
export const bounceReceiverConfig = defineConfig('bounce-receiver', {
  LINK_KEYS: secret(
    Type.String({
      description:
        'the key ring of unsubscribe links and return paths, id:key with commas between; all of them are accepted',
    }),
  ),
  BOUNCE_HOST: Type.String({ default: '127.0.0.1', description: 'the address that it listens on' }),
  BOUNCE_SMTP_PORT: Type.Integer({
    default: 2526,
    ...port,
    description: 'the port for SMTP, which the MX of bounce domains leads to; 0: any free one',
  }),
  BOUNCE_LMTP_PORT: Type.Optional(
    Type.Integer({
      ...port,
      description: 'the port for LMTP, for a transport of a mail server; none if absent',
    }),
  ),
  FEEDBACK_ADDRESSES: Type.Optional(
    Type.String({
      pattern: '^[^\\s@,]+@[^\\s@,]+(,[^\\s@,]+@[^\\s@,]+)*$',
      description:
        'addresses that feedback loops report to, with commas between; the mail says which delivery it is about',
    }),
  ),
  BOUNCE_TLS_CERT_PATH: Type.Optional(
    Type.String({
      description: 'the file of the certificate chain for STARTTLS, PEM; none is offered if absent',
    }),
  ),
  BOUNCE_TLS_KEY_PATH: Type.Optional(
    Type.String({ description: 'the file of its private key, PEM; both are read again when they change' }),
  ),
  BOUNCE_SESSION_SECONDS: Type.Integer({
    default: 600,
    minimum: 1,
    maximum: 86_400,
    description:
      'how long a session may last; then it ends with 421, and what was not taken is brought again',
  }),
  BOUNCE_CONNECTIONS: Type.Integer({
    default: 100,
    minimum: 1,
    maximum: 10_000,
    description:
      'connections at once for each of both ports, by SMTP a tenth of them for one network; others are turned away with 421, and silent ones when all are taken',
  }),
});
export type BounceReceiverConfig = ConfigOf<typeof bounceReceiverConfig>;
