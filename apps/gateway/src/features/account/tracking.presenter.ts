import { trackingModes } from '@carillon/contracts';
import { OneOf, View } from '../../openapi/view';

export const about =
  'OFF: no tracking. AGGREGATE: totals without recipients. FULL: also the first open and click of each recipient';

export const TrackingView = View('Tracking', { mode: OneOf(trackingModes, { description: about }) });
