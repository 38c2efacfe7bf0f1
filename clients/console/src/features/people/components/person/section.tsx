import { Title } from '@mantine/core';
import { type ReactNode } from 'react';

/** A part of the contact record. */
export function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <Title order={2} mb="sm">
        {title}
      </Title>
      {children}
    </section>
  );
}
