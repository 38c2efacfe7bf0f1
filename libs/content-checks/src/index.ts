export { GMAIL_SHOWS, checkContent } from './check-content';
export { clippedDetail, notUnderstoodDetail } from './finding-kinds';
export { type EmailInspection, type InspectedEmail, inspectEmail } from './inspect-email';
