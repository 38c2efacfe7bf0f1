export { type Fields, useFields } from './api/audience';
export { Audience } from './components/audience';
export { MissingValues } from './components/missing-values';
export { SmsCost, SmsTotal } from './components/sms-cost';
export { useAudienceTexts } from './texts';
