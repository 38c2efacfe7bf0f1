import type { Feature } from '@carillon/mongo';
import { CountVisits } from './count-visits';
import { LinksController, MailLinks } from './links.controller';

/** Tracked links and pixels in emails, which count opens and clicks. */
export const links: Feature = {
  controllers: [LinksController],
  providers: [MailLinks, CountVisits],
};
