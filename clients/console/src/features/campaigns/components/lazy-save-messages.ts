import { lazy } from 'react';

/** The dialog is loaded when it is opened. */
export const SaveMessages = lazy(() => import('./save-messages'));
