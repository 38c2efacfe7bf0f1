import { lazy } from 'react';

/** Saved filters are loaded if the account has some, or if there is a filter to save. */
export const SavedFilters = lazy(() => import('./saved-filters'));
