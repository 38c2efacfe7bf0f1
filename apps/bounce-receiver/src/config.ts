import { Type } from '@sinclair/typebox';
import { type ConfigOf, defineConfig, secret } from '@carillon/platform';

const port = { minimum: 0, maximum: 65_535 } as const;

/** The bounce-receiver's environment variables, in addition to the platform's. */
export const bounceReceiverConfig = defineConfig('bounce-receiver', {
  LINK_KEYS: secret(
    Type.String({
      description:
        'the key ring of unsubscribe links and return paths: id:key, separated by commas; all keys are accepted',
    }),
  ),
  BOUNCE_HOST: Type.String({ default: '127.0.0.1', description: 'the listening address' }),
  BOUNCE_SMTP_PORT: Type.Integer({
    default: 2526,
    ...port,
    description: 'the SMTP port, to which the MX records of bounce domains lead; 0: any free port',
  }),
  BOUNCE_LMTP_PORT: Type.Optional(
    Type.Integer({
      ...port,
      description: 'the LMTP port, for a transport of a mail server; absent: none',
    }),
  ),
  FEEDBACK_ADDRESSES: Type.Optional(
    Type.String({
      pattern: '^[^\\s@,]+@[^\\s@,]+(,[^\\s@,]+@[^\\s@,]+)*$',
      description:
        'addresses that receive feedback loop reports, separated by commas; each report identifies its delivery',
    }),
  ),
  BOUNCE_TLS_CERT_PATH: Type.Optional(
    Type.String({
      description: 'the file with the certificate chain for STARTTLS (PEM); absent: STARTTLS is not offered',
    }),
  ),
  BOUNCE_TLS_KEY_PATH: Type.Optional(
    Type.String({
      description: 'the file with its private key (PEM); both files are read again when they change',
    }),
  ),
  BOUNCE_SESSION_SECONDS: Type.Integer({
    default: 600,
    minimum: 1,
    maximum: 86_400,
    description:
      'the maximum duration of a session; it then ends with 421, and the server delivers the remaining emails again',
  }),
  BOUNCE_CONNECTIONS: Type.Integer({
    default: 100,
    minimum: 1,
    maximum: 10_000,
    description:
      'the maximum number of connections on each port; for SMTP, one network can have a tenth of them. Further connections get 421. If all are in use, silent connections are closed',
  }),
});
export type BounceReceiverConfig = ConfigOf<typeof bounceReceiverConfig>;
