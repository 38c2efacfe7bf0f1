import { lazy } from 'react';

/** The text editor in it is larger than the page. */
export const EmailEditor = lazy(() => import('./email-editor'));
