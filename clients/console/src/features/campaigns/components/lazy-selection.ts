import { lazy } from 'react';

/** The actions for selected campaigns are loaded when the first campaign is selected. */
export const Selection = lazy(() => import('./selection'));
