import type { Feature } from '@carillon/mongo';
import { CountVisits } from './count-visits';
import { LinksController, MailLinks } from './links.controller';

/** The links and pictures in emails by which opens and clicks are counted. */
export const links: Feature = {
  controllers: [LinksController],
  providers: [MailLinks, CountVisits],
};
