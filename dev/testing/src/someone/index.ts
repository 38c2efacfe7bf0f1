import type { By } from '@carillon/contracts';

/** The API key of a request, for tests in which the caller does not matter. */
export const someone: By = { role: 'user', keyId: '5f00000000000000000000aa' };
