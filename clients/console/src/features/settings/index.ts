export { useMissingSenders, useSenders, useTestSender } from './api/senders';
export { isByCarillon } from './by-carillon';
export { Changes, useActionLabel } from './components/audit-changes';
export { AuditActor, AuditTarget } from './components/audit-parts';
export { KeyTable } from './components/key-table';
export { NewKey } from './components/new-key';
export { UsageBars } from './components/usage-bars';
export { settingsLabels, settingsTabsFor } from './labels';
export { settingsTabs } from './tabs';
