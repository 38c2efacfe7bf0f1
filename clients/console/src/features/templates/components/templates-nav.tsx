import { Button, Group } from '@mantine/core';
import { Link, useLocation } from '@tanstack/react-router';
import { useTexts } from '../../../texts';
import { useTemplateTexts } from '../texts';

/** The pages below Templates. */
export function TemplatesNav() {
  const { nav } = useTemplateTexts();
  const { templates } = useTexts();
  const { pathname } = useLocation();
  const places = [
    { to: '/templates', name: nav.ofCampaigns },
    { to: '/templates/layouts', name: templates.layouts },
  ] as const;
  return (
    <Group component="nav" gap={4} mb="lg" aria-label={nav.label}>
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
          {name}
        </Button>
      ))}
    </Group>
  );
}
