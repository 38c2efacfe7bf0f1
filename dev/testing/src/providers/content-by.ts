import { compileEmail } from '@carillon/content';
import { type Channel, type ContentChanges, type PublishedContent, contentOf } from '@carillon/contracts';

/** The content of a campaign on this channel. */
export function contentBy(channel: Channel, changes: ContentChanges = {}): PublishedContent {
  const content = contentOf({
    bodies: { [channel]: 'Hello {{name|you}}' },
    ...changes,
    subject: changes.subject ?? 'News',
  });
  const { EMAIL: html } = content.bodies;
  return {
    campaignId: '64b7c0ffee64b7c0ffee0001',
    content,
    ...(html !== null && { compiledEmail: compileEmail(html) }),
    watermark: !content.shouldRemoveWatermark,
  };
}
