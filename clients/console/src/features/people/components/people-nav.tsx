import { Button, Group } from '@mantine/core';
import { Link, useLocation } from '@tanstack/react-router';
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
  const { pathname } = useLocation();
  return (
    <Group component="nav" gap={4} mb="lg" aria-label={texts.label}>
      {places.map(({ to, name }) => (
        <Button
          key={to}
          component={Link}
          to={to}
          activeOptions={{ exact: true }}
          size="compact-sm"
          fw={pathname === to ? 600 : 500}
          variant={pathname === to ? 'light' : 'subtle'}
          aria-current={pathname === to ? 'page' : undefined}
        >
          {texts[name]}
        </Button>
      ))}
    </Group>
  );
}
