export { accountTabs } from './tabs';
