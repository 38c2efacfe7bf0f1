import type { NavigateOptions } from '@tanstack/react-router';
import { useMay, useProfile } from '../../app/session/session';
import { useTexts } from '../../texts';
import { usePeopleNavigationTexts } from '../people';
import { settingsLabels, settingsTabsFor } from '../settings';
import type { Result } from './api/results';
import { useSearchTexts } from './texts';

/** The pages that the person can open, and the actions that their role allows. */
export function useCommands(): Result[] {
  const texts = useTexts();
  const peopleNav = usePeopleNavigationTexts();
  const own = useSearchTexts();
  const mayWrite = useMay('write');
  const isAdmin = useMay('admin');
  const isPerson = useProfile() !== null;
  const { nav } = useTexts();
  const page = (to: NonNullable<NavigateOptions['to']>, title: string, detail?: string): Result => ({
    id: `${to} ${title}`,
    title,
    detail,
    target: { to },
  });
  const create = (
    to: NonNullable<NavigateOptions['to']>,
    kind: string,
    id: string,
    title: string,
  ): Result => ({
    id: `${to} ${title}`,
    title,
    target: { to, params: { [kind]: id } },
  });
  return [
    ...(mayWrite
      ? [
          create('/campaigns/$campaignId', 'campaignId', 'new', texts.campaigns.new),
          page('/people', own.importPeople, own.importHint),
          create('/people/segments/$segmentId', 'segmentId', 'new', texts.segments.new),
          create('/templates/layouts/$layoutId', 'layoutId', 'new', texts.templates.newLayout),
          create('/people/sign-up-forms/$formId', 'formId', 'new', texts.signUpForms.new),
        ]
      : []),
    page('/', nav.dashboard),
    page('/campaigns', nav.campaigns),
    page('/campaigns/scheduled', nav.scheduled),
    page('/campaigns/calendar', nav.calendar),
    page('/people', peopleNav.groups, nav.people),
    page('/people/all', peopleNav.all, nav.people),
    page('/people/attributes', peopleNav.attributes, nav.people),
    page('/people/segments', peopleNav.segments, nav.people),
    page('/people/topics', peopleNav.topics, nav.people),
    page('/people/sign-up-forms', peopleNav.signUpForms, nav.people),
    page('/people/replies', peopleNav.replies, nav.people),
    page('/people/suppressions', peopleNav.suppressions, nav.people),
    page('/people/erasures', peopleNav.erasures, nav.people),
    page('/templates', nav.templates),
    page('/templates/layouts', texts.templates.layouts, nav.templates),
    page('/media', nav.media),
    ...settingsTabsFor(isAdmin).map((tab): Result => ({
      id: `settings ${tab}`,
      title: settingsLabels(texts)[tab],
      detail: nav.settings,
      target: { to: '/settings', search: { tab } },
    })),
    ...(isPerson ? [page('/profile', texts.identity.profile)] : []),
  ];
}
