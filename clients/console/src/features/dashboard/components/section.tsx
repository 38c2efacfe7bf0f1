import { Group, Title } from '@mantine/core';
import { type ReactNode, useId } from 'react';

interface SectionProps {
  title: string;
  /** A link beside the title. */
  beside?: ReactNode;
  children: ReactNode;
}

/** A part of the page with its heading. */
export function Section({ title, beside, children }: SectionProps) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <Group justify="space-between" mb="sm">
        <Title order={2} id={id}>
          {title}
        </Title>
        {beside}
      </Group>
      {children}
    </section>
  );
}
