import type { ReactNode } from 'react';
import { Link } from '@tanstack/react-router';

/** Whether a text looks like a whole address, which searches need. The API decides whether it is valid. */
export function isWholeAddress(text: string): boolean {
  return /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$|^\+[\d .()-]{6,}$/.test(text);
}

/** The reference of an erased person: a hash, or the ID of the erasure. */
export function isErased(identifier: string): boolean {
  return identifier.startsWith('erased:');
}

/** Links an address to its contact record. */
export function PersonLink({ identifier, children }: { identifier: string; children?: ReactNode }) {
  if (isErased(identifier)) return <>{children ?? identifier}</>;
  return (
    <Link
      className={children === undefined ? 'row-link' : 'text-link'}
      to="/people/person"
      search={{ identifier }}
      preload={false}
    >
      {children ?? identifier}
    </Link>
  );
}
