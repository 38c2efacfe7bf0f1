import type { Feature } from '@carillon/platform';
import { ConsentController } from './consent.controller';
import { NoteConsent } from './note-consent';
import { ServiceWindowRecord, ServiceWindowSchema, ServiceWindows } from './service-windows';

export { ServiceWindows } from './service-windows';

/** What recipients and providers report: unsubscribes, refused addresses, replies. */
export const inbound: Feature = {
  collections: [{ name: ServiceWindowRecord.name, schema: ServiceWindowSchema }],
  controllers: [ConsentController],
  providers: [NoteConsent, ServiceWindows],
};
