export { SaveAsTemplate } from './components/save-as-template';
export { ChangeTemplate } from './components/change-template';
export { MAX_NAME, useReadBlocks, useSaveBlocks, useTemplates } from './api/templates';
