/** The tabs of pages, as in their URLs. The first one is the default. */
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
export const accountTabs = ['usage', 'members', 'keys', 'audit'] as const;

export type SettingsTab = (typeof settingsTabs)[number];

/** Reads the tab of an address. */
export function tabOf<Tab extends string>(
  tabs: readonly Tab[],
): (search: Readonly<Record<string, unknown>>) => { tab?: Tab } {
  return ({ tab }) => {
    const named = tabs.find((each) => each === tab);
    return named === undefined ? {} : { tab: named };
  };
}
