import type { PhoneFeedbackSource, PhoneProvider } from '@carillon/contracts';
import { metaSource } from './meta/feedback';
import { telnyxSource } from './telnyx/feedback';
import { vonageSource } from './vonage/feedback';

/** The webhooks of each provider of phone messages. A provider without a row does not compile. */
export function phoneFeedbackSources(): Readonly<Record<PhoneProvider, PhoneFeedbackSource>> {
  return { VONAGE: vonageSource(), TELNYX: telnyxSource(), META: metaSource() };
}
