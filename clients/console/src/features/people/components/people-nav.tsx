import { SectionNav } from '../../../ui/section-nav';
import { usePeopleNavigationTexts } from '../navigation-texts';

const places = [
  { to: '/people', name: 'groups' },
  { to: '/people/all', name: 'all' },
  { to: '/people/attributes', name: 'attributes' },
  { to: '/people/segments', name: 'segments' },
  { to: '/people/topics', name: 'topics' },
  { to: '/people/sign-up-forms', name: 'signUpForms' },
  { to: '/people/replies', name: 'replies' },
  { to: '/people/suppressions', name: 'suppressions' },
  { to: '/people/erasures', name: 'erasures' },
] as const;

/** The pages below People. */
export function PeopleNav() {
  const texts = usePeopleNavigationTexts();
  const pages = places.map(({ to, name }) => ({ to, name: texts[name] }));
  return <SectionNav label={texts.label} pages={pages} />;
}
