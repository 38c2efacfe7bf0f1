import { lazy } from 'react';

/** The starting points and the styles of the editor are only needed here. */
export const BrandPreview = lazy(() => import('./brand-preview'));
