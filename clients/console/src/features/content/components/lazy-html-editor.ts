import { lazy } from 'react';

/** CodeMirror is larger than the rest of the editor's page. */
export const HtmlEditor = lazy(() => import('./html-editor'));
