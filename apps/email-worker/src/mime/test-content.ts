import { compileEmail } from '@carillon/content';
import { contentOf, newId } from '@carillon/contracts';
import type { CampaignMail } from './personal-mail';

const subject = 'Test of your mail settings';
const email = compileEmail(
  '<p>This message shows that your mail settings work. You do not have to do anything.</p>',
);

/** The content of the email that tests the settings of a sender. */
export function testContent(): CampaignMail {
  return { campaignId: newId(), content: contentOf({ subject }), email, watermark: true };
}
