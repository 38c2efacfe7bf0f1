export { SaveAsTemplate } from './components/save-as-template';
