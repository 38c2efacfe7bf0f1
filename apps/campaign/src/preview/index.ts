import type { Feature } from '@carillon/mongo';
import { PreviewedEmails, PreviewCampaign, PreviewController } from './preview-campaign';

/** Renders the messages of a campaign for one recipient. */
export const preview: Feature = {
  collections: [],
  controllers: [PreviewController],
  providers: [PreviewCampaign, PreviewedEmails],
};

export { chosenTranslation } from './chosen-translation';
export { PreviewedEmails } from './preview-campaign';
export { renderPreview } from './render-preview';
