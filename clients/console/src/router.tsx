import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
} from '@tanstack/react-router';
import { type CampaignFilter, campaignStatuses } from './data';
import { Shell } from './shell';
import { accountTabs, settingsTabs, tabOf } from './tabs';
import { Failed, NotFound } from './ui/page';

/** The filter in the URL of the list. Invalid values are ignored. */
function campaignFilter({ search, status }: Record<string, unknown>): CampaignFilter {
  return {
    ...(typeof search === 'string' && search.trim() !== '' && { search: search.trim().slice(0, 100) }),
    // Text that looks like a number is parsed as a number.
    ...(typeof search === 'number' && { search: String(search) }),
    status: campaignStatuses.find((each) => each === status),
  };
}

const root = createRootRoute({ component: Shell });

/** One chunk for each page. */
const routes = [
  createRoute({
    getParentRoute: () => root,
    path: '/',
    beforeLoad: () => {
      // eslint-disable-next-line @typescript-eslint/only-throw-error -- how this router redirects
      throw redirect({ to: '/campaigns' });
    },
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/campaigns',
    validateSearch: campaignFilter,
    component: lazyRouteComponent(() => import('./pages/campaigns'), 'CampaignsPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/campaigns/$campaignId',
    validateSearch: (search): { group?: string } => textsOf(search, ['group']),
    component: lazyRouteComponent(() => import('./pages/campaign'), 'CampaignPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/campaigns/$campaignId/report',
    component: lazyRouteComponent(() => import('./pages/report'), 'ReportPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/people',
    component: lazyRouteComponent(() => import('./pages/people'), 'PeoplePage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/people/$groupId',
    validateSearch: (search): { import?: string } => textsOf(search, ['import']),
    component: lazyRouteComponent(() => import('./pages/group'), 'GroupPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/people/person',
    validateSearch: (search): { identifier?: string } => textsOf(search, ['identifier']),
    component: lazyRouteComponent(() => import('./pages/person'), 'PersonPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/people/replies',
    component: lazyRouteComponent(() => import('./pages/replies'), 'RepliesPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/people/suppressions',
    component: lazyRouteComponent(() => import('./pages/suppressions'), 'SuppressionsPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/people/erasures',
    validateSearch: (search): { erasure?: string } => textsOf(search, ['erasure']),
    component: lazyRouteComponent(() => import('./pages/erasures'), 'ErasuresPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/operator',
    component: lazyRouteComponent(() => import('./pages/operator/users'), 'UsersPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/operator/users/$userId',
    validateSearch: tabOf(accountTabs),
    component: lazyRouteComponent(() => import('./pages/operator/user'), 'UserPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/operator/erasures',
    validateSearch: (search): { erasure?: string } => textsOf(search, ['erasure']),
    component: lazyRouteComponent(() => import('./pages/operator/erasures'), 'UserErasuresPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/operator/audit',
    component: lazyRouteComponent(() => import('./pages/operator/audit'), 'OperatorAuditPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/operator/keys',
    component: lazyRouteComponent(() => import('./pages/operator/keys'), 'OperatorKeysPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/settings',
    validateSearch: tabOf(settingsTabs),
    component: lazyRouteComponent(() => import('./pages/settings/settings'), 'SettingsPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/profile',
    component: lazyRouteComponent(() => import('./pages/profile'), 'ProfilePage'),
  }),
] as const;

/** The parameters in a page's URL. The router parses digits as numbers. */
function textsOf<K extends string>(
  search: Readonly<Record<string, unknown>>,
  keys: readonly K[],
): Partial<Record<K, string>> {
  const given = keys.filter((key) => ['string', 'number'].includes(typeof search[key]));
  return Object.fromEntries(given.map((key) => [key, String(search[key])])) as Partial<Record<K, string>>;
}

export const router = createRouter({
  routeTree: root.addChildren(routes),
  basepath: '/console',
  defaultPreload: 'intent',
  defaultNotFoundComponent: NotFound,
  defaultErrorComponent: Failed,
  scrollRestoration: true,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
