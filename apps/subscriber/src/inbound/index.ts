import { type Feature, noteRelay } from '@carillon/mongo';
import { webhookEventRelay } from '@carillon/webhooks';
import { Arrivals } from './arrivals';
import { AnswerHelp, HelpAnswerRecord, HelpAnswerSchema } from './answer-help';
import { ConsentController } from './consent.controller';
import { ConsentSettings, ConsentSettingsRecord, ConsentSettingsSchema } from './consent-settings';
import { InboundMessageRecord, InboundMessageSchema, InboundMessages } from './inbound-messages';
import { NoteConsent } from './note-consent';
import { OptOut } from './opt-out';
import { ServiceWindowRecord, ServiceWindowSchema, ServiceWindows } from './service-windows';

export { AnswerHelp } from './answer-help';
export { ConsentSettings } from './consent-settings';
export { InboundMessages, type ReceivedReply } from './inbound-messages';
export { ServiceWindows } from './service-windows';

/** Reports of recipients and providers: unsubscribes, refused addresses, replies. */
export const inbound: Feature = {
  collections: [
    { name: ServiceWindowRecord.name, schema: ServiceWindowSchema },
    { name: ConsentSettingsRecord.name, schema: ConsentSettingsSchema },
    { name: InboundMessageRecord.name, schema: InboundMessageSchema },
    { name: HelpAnswerRecord.name, schema: HelpAnswerSchema },
  ],
  controllers: [ConsentController],
  providers: [
    ...[NoteConsent, Arrivals, AnswerHelp, ConsentSettings, noteRelay(ConsentSettingsRecord), ServiceWindows],
    ...[InboundMessages, webhookEventRelay(InboundMessageRecord), OptOut],
  ],
};
