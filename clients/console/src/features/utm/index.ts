export { UtmChoice } from './components/utm-choice';
export { UtmSettings } from './components/utm-settings';
