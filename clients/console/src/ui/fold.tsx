import { Button } from '@mantine/core';
import { IconChevronRight } from '@tabler/icons-react';
import type { ReactNode } from 'react';

interface FoldProps {
  label: string;
  /** Whether it is open at first. */
  isOpen?: boolean;
  children: ReactNode;
}

/** Content that few readers need, behind a button. It is on the page also while it is closed. */
export function Fold({ label, isOpen = false, children }: FoldProps) {
  return (
    <details className="fold" open={isOpen}>
      <Button
        component="summary"
        variant="subtle"
        size="compact-sm"
        ml={-8}
        leftSection={<IconChevronRight size={16} aria-hidden />}
      >
        {label}
      </Button>
      {children}
    </details>
  );
}
