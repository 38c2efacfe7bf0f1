import { lazy } from 'react';

/** Loaded on demand: the list of campaigns is the first page, and needs none of its fields. */
export const Retry = lazy(async () => ({ default: (await import('./retry')).Retry }));
