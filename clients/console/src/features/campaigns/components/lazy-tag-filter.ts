import { lazy } from 'react';

/** The choice of a tag is loaded if the account has tags. */
export const TagFilter = lazy(() => import('./tag-filter'));
