export { EmailPreview } from './components/email-preview';
export { LanguageChoice } from './components/language-choice';
export { SmsPreview, WhatsappPreview } from './components/phone-preview';
export { variablePattern } from './filled-body';
export { TemplateBubble } from './components/template-bubble';
export { usePreviewTexts } from './texts';
