import type { ReactNode } from 'react';
import { Link } from '@tanstack/react-router';

/** Whether a text looks like a whole address, as searches need it; the API decides whether it is one. */
export function isWholeAddress(text: string): boolean {
  return /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$|^\+[\d .()-]{6,}$/.test(text);
}

/** An address of somebody whose data was erased: a hash, or the id of the erasure. */
export function isErased(identifier: string): boolean {
  return identifier.startsWith('erased:');
}

/** Leads from an address to all that is known of whoever has it. */
export function PersonLink({ identifier, children }: { identifier: string; children?: ReactNode }) {
  if (isErased(identifier)) return <>{children ?? identifier}</>;
  return (
    <Link
      className={children === undefined ? 'row-link' : 'word-link'}
      to="/people/person"
      search={{ identifier }}
      preload={false}
    >
      {children ?? identifier}
    </Link>
  );
}
