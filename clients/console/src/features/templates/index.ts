export { SaveAsTemplate } from './components/save-as-template';
export { ChangeTemplate } from './components/change-template';
export { TemplateNameDialog } from './components/name-dialog';
export { TemplateVersions } from './components/template-versions';
export { TemplatesNav } from './components/templates-nav';
export {
  type Template,
  useDraftWithTemplate,
  useLayouts,
  useReadTemplate,
  useSaveBlocks,
  useSaveLayout,
  useTemplate,
  useTemplates,
} from './api/templates';
