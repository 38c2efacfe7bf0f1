/** The tabs of the settings, as in the URL. The first one is the default. */
export const settingsTabs = [
  'senders',
  'domains',
  'brand',
  'numbers',
  'tracking',
  'unsubscribe',
  'members',
  'keys',
  'webhooks',
  'audit',
  'plan',
] as const;

export type SettingsTab = (typeof settingsTabs)[number];
