import { Button, Group } from '@mantine/core';
import { Link, type LinkProps, useLocation } from '@tanstack/react-router';

interface SectionNavProps {
  /** What the pages belong to, for screen readers. */
  label: string;
  pages: readonly { to: NonNullable<LinkProps['to']>; name: string }[];
}

/** Links to the pages of a section, such as those below People. */
export function SectionNav({ label, pages }: SectionNavProps) {
  const { pathname } = useLocation();
  return (
    <Group component="nav" gap={4} mb="lg" aria-label={label}>
      {pages.map(({ to, name }) => (
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
