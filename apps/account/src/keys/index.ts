import type { Feature } from '@carillon/mongo';
import { KeyNames } from '../audit';
import { ApiKeyRecord, ApiKeySchema } from './api-key-record';
import { ApiKeys } from './api-keys';
import { ApiKeysController } from './api-keys.controller';
import { Authenticate } from './authenticate';
import { EditApiKeys } from './edit-api-keys';
import { EditOperatorKeys } from './edit-operator-keys';
import { InstallOperatorKey } from './install-operator-key';
import { NoteUses } from './note-uses';
import { OperatorKeysController } from './operator-keys.controller';

export { ApiKeyRecord, ApiKeySchema } from './api-key-record';
export { ApiKeys } from './api-keys';

/** API keys of users and of operators. */
export const keys: Feature = {
  collections: [{ name: ApiKeyRecord.name, schema: ApiKeySchema }],
  controllers: [ApiKeysController, OperatorKeysController],
  providers: [
    ApiKeys,
    { provide: KeyNames, useExisting: ApiKeys },
    Authenticate,
    EditApiKeys,
    EditOperatorKeys,
    NoteUses,
    InstallOperatorKey,
  ],
};
