export { useBrand, useSaveBrand } from './api/brand';
export { ColorField } from './components/color-field';
export { BrandPreview } from './components/lazy-brand-preview';
export { EmailEditor } from './components/lazy-email-editor';
export { SocialLinks } from './components/social-links';
export { type Design, emptyDesign, fonts, isBlankDesign } from './design/blocks';
export type { Brand } from './design/brand';
export { defaultStyle } from './design/look';
export { useEditorTexts } from './texts';
