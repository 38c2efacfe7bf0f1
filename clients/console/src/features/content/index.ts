export type { Placeholder } from './components/html-editor';
export { HtmlEditor } from './components/lazy-html-editor';
export { MailPreview } from './components/mail-preview';
export { PriceFields, type SmsPrice, useSmsPrice } from './components/sms-price';
export { exampleOf, fieldsOn, greetingField, nearestName } from './placeholders';
export { smsSize, visible } from './sms';
export { writtenChannels } from './written-channels';
