import type { Feature } from '@carillon/mongo';
import { EmailSources } from './email-sources';

/** Makes the HTML of emails from the blocks of the visual editor, and from MJML. */
export const emailSources: Feature = { collections: [], controllers: [], providers: [EmailSources] };

export { EmailSources } from './email-sources';
