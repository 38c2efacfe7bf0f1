export { EmailEditor } from './components/lazy-email-editor';
export { type Design, emptyDesign, isBlankDesign } from './design/blocks';
export { useEditorTexts } from './texts';
