export { ActivityButton } from './components/activity-button';
