import { type Page } from '../../../http/link-page';

type PageName = 'ask' | 'done' | 'failed' | 'requested' | 'tooMany' | 'preview';

/** The texts of the form for a damaged link. */
export interface Incomplete extends Pick<Page, 'title' | 'heading'> {
  again: string;
  /** The text if the link doesn't identify the sender. */
  answer: string;
  type: string;
  label: string;
  button: string;
  noAddress: string;
}

/** The texts of the pages behind an unsubscribe link. */
export type UnsubscribeTexts = Record<PageName, Page> & { incomplete: Incomplete };
