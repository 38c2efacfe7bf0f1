export { EmailEditor } from './components/lazy-email-editor';
export { type Design, emptyDesign, isBlankDesign, letterDesign } from './design/blocks';
export { useEditorTexts } from './texts';
