import { lazy } from 'react';

/** The dialog is loaded when it is opened. */
export const SaveAsTemplate = lazy(async () => ({
  default: (await import('./save-as-template')).SaveAsTemplate,
}));
