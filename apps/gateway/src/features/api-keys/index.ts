import type { Feature } from '@carillon/mongo';
import { ApiKeysController } from './api-keys.controller';

export { CreateApiKey, NewKey, limitationsOf, mintKey, mintSecret } from './api-key.input';
export {
  ApiKeyView,
  NewApiKeyView,
  keyProperties,
  presentApiKey,
  presentNewApiKey,
  secretKey,
} from './api-key.presenter';

/** The API keys of a user. */
export const apiKeys: Feature = {
  controllers: [ApiKeysController],
};
