import type { Feature } from '@carillon/mongo';
import { PreviewedEmails, PreviewCampaign, PreviewController } from './preview-campaign';

/** What one recipient of a campaign would get. */
export const preview: Feature = {
  collections: [],
  controllers: [PreviewController],
  providers: [PreviewCampaign, PreviewedEmails],
};

export { PreviewedEmails } from './preview-campaign';
export { renderPreview } from './render-preview';
