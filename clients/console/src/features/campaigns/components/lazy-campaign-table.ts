import { lazy } from 'react';

/** An account without campaigns doesn't load the table, its menus, and its dialogs. */
export const CampaignTable = lazy(() => import('./campaign-table'));
