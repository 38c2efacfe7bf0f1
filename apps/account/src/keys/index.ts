import type { Feature } from '@carillon/platform';
import { KeyNames } from '../audit';
import { ApiKeyRecord, ApiKeySchema, ApiKeys } from './api-keys';
import { ApiKeysController } from './api-keys.controller';
import { Authenticate } from './authenticate';
import { EditApiKeys } from './edit-api-keys';
import { InstallOperatorKey } from './install-operator-key';

/** API keys of users and of the operator. */
export const keys: Feature = {
  collections: [{ name: ApiKeyRecord.name, schema: ApiKeySchema }],
  controllers: [ApiKeysController],
  providers: [
    ApiKeys,
    { provide: KeyNames, useExisting: ApiKeys },
    Authenticate,
    EditApiKeys,
    InstallOperatorKey,
  ],
};
