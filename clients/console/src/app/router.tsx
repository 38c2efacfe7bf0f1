import { createRootRoute, createRoute, createRouter, lazyRouteComponent } from '@tanstack/react-router';
import { type CampaignFilter, approvalStates, campaignStatuses } from '../features/campaigns';
import { Shell } from './shell';
import { accountTabs } from '../features/operator';
import { settingsTabs } from '../features/settings';
import { tabOf } from '../ui/tabs';
import { Failed, NotFound } from '../ui/page';

/** The filter in the URL of the list. Invalid values are ignored. */
function campaignFilter({
  search,
  status,
  tag,
  approval,
  isArchived,
}: Record<string, unknown>): CampaignFilter {
  return {
    ...(typeof search === 'string' && search.trim() !== '' && { search: search.trim().slice(0, 100) }),
    // Text that looks like a number is parsed as a number.
    ...(typeof search === 'number' && { search: String(search) }),
    status: campaignStatuses.find((each) => each === status),
    ...((typeof tag === 'string' || typeof tag === 'number') && { tag: String(tag).slice(0, 40) }),
    approval: approvalStates.find((each) => each === approval),
    ...(isArchived === true && { isArchived }),
  };
}

const root = createRootRoute({ component: Shell });

/** Each page is a chunk of its own. */
const routes = [
  createRoute({
    getParentRoute: () => root,
    path: '/',
    component: lazyRouteComponent(() => import('../features/dashboard/pages/dashboard'), 'DashboardPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/campaigns',
    validateSearch: campaignFilter,
    component: lazyRouteComponent(() => import('../features/campaigns/pages/campaigns'), 'CampaignsPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/campaigns/scheduled',
    component: lazyRouteComponent(() => import('../features/campaigns/pages/scheduled'), 'ScheduledPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/campaigns/calendar',
    validateSearch: (search): { month?: string } => textsOf(search, ['month']),
    component: lazyRouteComponent(() => import('../features/calendar/pages/calendar'), 'CalendarPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/campaigns/compare',
    validateSearch: (search): { ids?: string } => textsOf(search, ['ids']),
    component: lazyRouteComponent(() => import('../features/campaigns/pages/comparison'), 'ComparisonPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/campaigns/$campaignId',
    validateSearch: (search): { group?: string; day?: string } & WithActivity => ({
      ...textsOf(search, ['group', 'day']),
      ...withActivity(search),
    }),
    component: lazyRouteComponent(() => import('../features/campaigns/pages/campaign'), 'CampaignPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/campaigns/$campaignId/report',
    validateSearch: withActivity,
    component: lazyRouteComponent(() => import('../features/campaigns/pages/report'), 'ReportPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/templates',
    component: lazyRouteComponent(() => import('../features/templates/pages/templates'), 'TemplatesPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/templates/layouts',
    component: lazyRouteComponent(() => import('../features/layouts/pages/layouts'), 'LayoutsPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/templates/layouts/$layoutId',
    component: lazyRouteComponent(() => import('../features/layouts/pages/layout'), 'LayoutPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/media',
    validateSearch: (search): { search?: string } => textsOf(search, ['search']),
    component: lazyRouteComponent(() => import('../features/media/pages/media'), 'MediaPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/people',
    component: lazyRouteComponent(() => import('../features/people/pages/groups'), 'PeoplePage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/people/all',
    component: lazyRouteComponent(() => import('../features/people/pages/people'), 'AllPeoplePage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/people/$groupId',
    validateSearch: (search): { import?: string } => textsOf(search, ['import']),
    component: lazyRouteComponent(() => import('../features/people/pages/group'), 'GroupPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/people/person',
    validateSearch: (search): { identifier?: string } => textsOf(search, ['identifier']),
    component: lazyRouteComponent(
      () => import('../features/explain/pages/contact-record'),
      'ContactRecordPage',
    ),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/people/attributes',
    component: lazyRouteComponent(() => import('../features/people/pages/attributes'), 'AttributesPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/people/segments',
    component: lazyRouteComponent(() => import('../features/segments/pages/segments'), 'SegmentsPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/people/segments/$segmentId',
    component: lazyRouteComponent(() => import('../features/segments/pages/segment'), 'SegmentPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/people/topics',
    component: lazyRouteComponent(() => import('../features/people/pages/topics'), 'TopicsPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/people/topics/$topicId',
    component: lazyRouteComponent(() => import('../features/people/pages/topic'), 'TopicPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/people/sign-up-forms',
    component: lazyRouteComponent(() => import('../features/sign-up/pages/forms'), 'SignUpFormsPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/people/sign-up-forms/$formId',
    component: lazyRouteComponent(() => import('../features/sign-up/pages/form'), 'SignUpFormPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/people/replies',
    component: lazyRouteComponent(() => import('../features/people/pages/replies'), 'RepliesPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/people/suppressions',
    component: lazyRouteComponent(() => import('../features/people/pages/suppressions'), 'SuppressionsPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/people/erasures',
    validateSearch: (search): { erasure?: string } => textsOf(search, ['erasure']),
    component: lazyRouteComponent(() => import('../features/people/pages/erasures'), 'ErasuresPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/operator',
    component: lazyRouteComponent(() => import('../features/operator/pages/users'), 'UsersPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/operator/users/$userId',
    validateSearch: tabOf(accountTabs),
    component: lazyRouteComponent(() => import('../features/operator/pages/user'), 'UserPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/operator/health',
    component: lazyRouteComponent(
      () => import('../features/operator/pages/sending-health'),
      'SendingHealthPage',
    ),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/operator/domains',
    component: lazyRouteComponent(() => import('../features/operator/pages/domains'), 'OperatorDomainsPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/operator/provider-accounts',
    component: lazyRouteComponent(
      () => import('../features/operator/pages/provider-accounts'),
      'ProviderAccountsPage',
    ),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/operator/prices',
    component: lazyRouteComponent(() => import('../features/operator/pages/prices'), 'PricesPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/operator/erasures',
    validateSearch: (search): { erasure?: string } => textsOf(search, ['erasure']),
    component: lazyRouteComponent(() => import('../features/operator/pages/erasures'), 'UserErasuresPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/operator/audit',
    component: lazyRouteComponent(() => import('../features/operator/pages/audit'), 'OperatorAuditPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/operator/keys',
    component: lazyRouteComponent(() => import('../features/operator/pages/keys'), 'OperatorKeysPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/settings',
    validateSearch: tabOf(settingsTabs),
    component: lazyRouteComponent(() => import('../features/settings/pages/settings'), 'SettingsPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/profile',
    component: lazyRouteComponent(() => import('../features/profile/pages/profile'), 'ProfilePage'),
  }),
] as const;

/** The activity of the campaign is open. */
interface WithActivity {
  activity?: true;
}

function withActivity({ activity }: Record<string, unknown>): WithActivity {
  return activity === true ? { activity } : {};
}

/** The parameters in a page's URL. The router parses digits as numbers. */
function textsOf<K extends string>(
  search: Readonly<Record<string, unknown>>,
  keys: readonly K[],
): Partial<Record<K, string>> {
  const present = keys.filter((key) => ['string', 'number'].includes(typeof search[key]));
  return Object.fromEntries(present.map((key) => [key, String(search[key])])) as Partial<Record<K, string>>;
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
