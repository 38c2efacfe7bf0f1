import { type User, trackingModes } from '@carillon/contracts';
import { Type } from '@sinclair/typebox';
import { OneOf, View, presenter } from '../../openapi/view';

export const about =
  'OFF: no tracking. AGGREGATE: totals without recipients. FULL: also the first open and click of each recipient';

export const aboutConversions =
  'Whether clicks carry a token to your website, with which it can report orders. Has no effect with OFF';

export const TrackingView = View('Tracking', {
  mode: OneOf(trackingModes, { description: about }),
  conversions: Type.Boolean({ description: aboutConversions }),
});

export const presentTracking = presenter(
  TrackingView,
  ({ tracking = 'OFF', conversions = false }: Pick<User, 'tracking' | 'conversions'>) => ({
    mode: tracking,
    conversions,
  }),
);
