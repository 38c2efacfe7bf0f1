import { lazy } from 'react';

/** Loaded on demand, because the list of campaigns, which is the first page, needs none of the form's fields. */
export const Retry = lazy(async () => ({ default: (await import('./retry')).Retry }));
