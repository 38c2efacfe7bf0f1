import { type Page } from '../../../http/link-page';

type PageName = 'ask' | 'done' | 'failed' | 'requested' | 'tooMany' | 'preview';

/** What is asked of whoever has a damaged link. */
export interface Incomplete extends Pick<Page, 'title' | 'heading'> {
  again: string;
  /** Where the link does not say whose mails it ends. */
  answer: string;
  type: string;
  label: string;
  button: string;
  noAddress: string;
}

/** The texts of the pages behind an unsubscribe link. */
export type UnsubscribeTexts = Record<PageName, Page> & { incomplete: Incomplete };
