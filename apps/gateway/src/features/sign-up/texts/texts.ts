import type { Page } from '../../../http/link-page';

/** The texts of the pages on which people subscribe. */
export interface SignUpTexts extends Record<
  'requested' | 'confirmed' | 'gone' | 'missing' | 'failed' | 'tooMany',
  Page
> {
  email: string;
  optional: string;
  button: string;
  /** The page with the form has no time of its own, or was filled in too fast. */
  again: string;
  /** The wording has changed since the page was loaded. */
  changed: string;
  flaws: Record<'email' | 'required' | 'unfit', (label: string) => string>;
  ask: { title: string; heading: string; about: (title: string, address: string) => string; button: string };
}
