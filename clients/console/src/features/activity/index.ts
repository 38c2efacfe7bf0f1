export { ActivityButton } from './components/activity-button';
export { TimeAgo } from './components/time-ago';
