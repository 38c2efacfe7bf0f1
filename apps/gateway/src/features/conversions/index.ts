import type { Feature } from '@carillon/mongo';
import { Clicks } from './clicks';
import { ConversionsController } from './conversions.controller';
import { PixelController } from './pixel.controller';
import { ReportPixels } from './report-pixels';

export { Clicks } from './clicks';
export { ConversionCountsView, ConversionView, ValueSums, presentConversion } from './conversion.presenter';

/** What people order after they click a link in an email. */
export const conversions: Feature = {
  controllers: [ConversionsController, PixelController],
  providers: [Clicks, ReportPixels],
};
