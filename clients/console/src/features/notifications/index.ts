export { Bell } from './components/bell';
export { NotificationSettings } from './components/notification-settings';
