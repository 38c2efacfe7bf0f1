import type { Texts } from '../../texts';
import { type SettingsTab, settingsTabs } from './tabs';

/** The tabs that the person can open. Only owners see members and API keys. */
export function settingsTabsFor(isAdmin: boolean): SettingsTab[] {
  return settingsTabs.filter((each) => isAdmin || (each !== 'members' && each !== 'keys'));
}

export function settingsLabels(texts: Texts): Readonly<Record<SettingsTab, string>> {
  return {
    senders: texts.settings.senders,
    domains: texts.settings.domains,
    brand: texts.brand.title,
    numbers: texts.numbers.title,
    tracking: texts.engagement.title,
    unsubscribe: texts.unsubscribePage.title,
    members: texts.identity.members,
    keys: texts.settings.keys,
    webhooks: texts.webhooks.title,
    audit: texts.identity.audit,
    plan: texts.settings.plan,
  };
}
