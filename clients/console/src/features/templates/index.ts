export { SaveAsTemplate } from './components/save-as-template';
export { ChangeTemplate } from './components/change-template';
export { TemplateNameDialog } from './components/name-dialog';
export { useReadBlocks, useSaveBlocks, useTemplates } from './api/templates';
