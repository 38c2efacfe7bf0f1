import type { By } from '@carillon/contracts';

/** The key of a request where a test is not about who makes it. */
export const someone: By = { role: 'user', keyId: '5f00000000000000000000aa' };
