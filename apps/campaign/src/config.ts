import { type ConfigOf, defineConfig, secret } from '@carillon/platform';
import { Type } from '@sinclair/typebox';

export const campaignConfig = defineConfig('campaign', {
  MEDIA_S3_BUCKET: Type.Optional(
    Type.String({
      minLength: 1,
      description:
        'the bucket for uploaded images and files, in Amazon S3 or a compatible service; absent: the database',
    }),
  ),
  MEDIA_S3_PREFIX: Type.String({
    default: '',
    pattern: "^[A-Za-z0-9!_.*'()/-]*$",
    description: 'the beginning of the keys in the bucket, such as media/',
  }),
  MEDIA_S3_REGION: Type.String({
    default: 'us-east-1',
    minLength: 1,
    description: 'the region of the bucket',
  }),
  MEDIA_S3_ENDPOINT: Type.Optional(
    Type.String({
      pattern: '^https?://',
      description: 'the URL of a service that is compatible with Amazon S3; absent: Amazon S3',
    }),
  ),
  MEDIA_S3_PATH_STYLE: Type.Boolean({
    default: false,
    description:
      'whether the bucket is in the path of URLs and not in the host name; most compatible services need true',
  }),
  MEDIA_S3_ACCESS_KEY_ID: Type.Optional(
    Type.String({
      minLength: 1,
      description:
        'the access key of the bucket; absent: the default of the AWS SDK, such as the role of the machine',
    }),
  ),
  MEDIA_S3_SECRET_ACCESS_KEY: secret(
    Type.Optional(Type.String({ minLength: 1, description: 'the secret of the access key' })),
  ),
  OUTBOX_SWEEP_MS: Type.Integer({
    default: 1_000,
    minimum: 10,
    description:
      'interval of the search for events that were not published because of a crash or an outage (milliseconds)',
  }),
  PAUSED_DAYS: Type.Integer({
    default: 90,
    minimum: 1,
    description:
      'the time after which a paused campaign is canceled, so that its deliveries are not stored forever (days)',
  }),
  SCHEDULE_SWEEP_MS: Type.Integer({
    default: 1_000,
    minimum: 10,
    description: 'interval of the search for scheduled campaigns that are due (milliseconds)',
  }),
});
export type CampaignConfig = ConfigOf<typeof campaignConfig>;
