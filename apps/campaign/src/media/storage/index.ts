import { ConfigError } from '@carillon/platform';
import type { Provider } from '@nestjs/common';
import { getConnectionToken } from '@nestjs/mongoose';
import type { Connection } from 'mongoose';
import { type CampaignConfig, campaignConfig } from '../../config';
import { DatabaseStorage } from './database-storage';
import { FileStorage } from './file-storage';
import type { S3Settings } from './s3-storage';

export { FileStorage } from './file-storage';

/** The storage that the configuration selects: a bucket if it names one, and otherwise the database. */
export const fileStorage: Provider = {
  provide: FileStorage,
  inject: [campaignConfig.token, getConnectionToken()],
  useFactory: async (config: CampaignConfig, connection: Connection): Promise<FileStorage> => {
    const settings = s3Settings(config);
    if (!settings) return new DatabaseStorage(connection);
    const { S3Storage } = await import('./s3-storage');
    return new S3Storage(settings);
  },
};

/** Null: the configuration names no bucket. @throws ConfigError */
function s3Settings(config: CampaignConfig): S3Settings | null {
  const { MEDIA_S3_BUCKET: bucket, MEDIA_S3_ACCESS_KEY_ID: id, MEDIA_S3_SECRET_ACCESS_KEY: key } = config;
  if (bucket === undefined) return null;
  if ((id === undefined) !== (key === undefined))
    throw new ConfigError('MEDIA_S3_ACCESS_KEY_ID and MEDIA_S3_SECRET_ACCESS_KEY: set both or neither');
  return {
    bucket,
    prefix: config.MEDIA_S3_PREFIX,
    region: config.MEDIA_S3_REGION,
    endpoint: config.MEDIA_S3_ENDPOINT,
    hasPathStyle: config.MEDIA_S3_PATH_STYLE,
    ...(id !== undefined && key !== undefined && { credentials: { accessKeyId: id, secretAccessKey: key } }),
  };
}
