export { metaApi, type WhatsappMessage } from '../meta/meta-api';
export { MetaClient } from './meta-client';
export type { PhoneApi, SmsMessage } from '../phone-api';
export { PhoneApiClient } from './phone-api-client';
export { telnyxApi } from '../telnyx/telnyx-api';
export { vonageApi } from '../vonage/vonage-api';
