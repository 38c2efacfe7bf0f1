import type { Feature } from '@carillon/platform';
import { CompiledEmails, PreviewCampaign, PreviewController } from './preview-campaign';

/** What one recipient of a campaign would get. */
export const preview: Feature = {
  collections: [],
  controllers: [PreviewController],
  providers: [PreviewCampaign, CompiledEmails],
};

export { CompiledEmails } from './preview-campaign';
export { renderPreview } from './render-preview';
