export { type AudienceValues, GMAIL_SHOWS, checkContent } from './check-content';
export { clippedDetail, notUnderstoodDetail } from './finding-kinds';
export { inOrder } from './finding-list';
export { type EmailInspection, type InspectedEmail, inspectEmail } from './inspect-email';
