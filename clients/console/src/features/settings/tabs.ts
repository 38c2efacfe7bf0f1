/** The tabs of the settings, as in the URL. The first one is the default. */
export const settingsTabs = [
  'senders',
  'numbers',
  'tracking',
  'members',
  'keys',
  'webhooks',
  'audit',
  'plan',
] as const;

export type SettingsTab = (typeof settingsTabs)[number];
