import type { Feature } from '@carillon/platform';
import { ApiKeysController } from './api-keys.controller';

export { CreateApiKey, mintKey } from './api-key.input';
export { ApiKeyView, NewApiKeyView, presentApiKey, presentNewApiKey } from './api-key.presenter';

/** API keys of a user. */
export const apiKeys: Feature = {
  controllers: [ApiKeysController],
};
