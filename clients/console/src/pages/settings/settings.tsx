import { Tabs } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useMay } from '../../session';
import { type SettingsTab, settingsTabs, tabOf } from '../../tabs';
import { useTexts } from '../../texts';
import { PageHead } from '../../ui/page';
import { Audit } from './audit';
import { Keys } from './keys';
import { Members } from './members';
import { PhoneNumbers } from './phone-numbers';
import { Plan } from './plan';
import { Senders } from './senders';
import { Webhooks } from './webhooks';
import { Tracking } from './tracking';

/** Each tab has a URL, so that links lead there and reloading shows the same page. */
export function SettingsPage() {
  const texts = useTexts();
  const isAdmin = useMay('admin');
  const navigate = useNavigate({ from: '/settings' });
  const { tab } = useSearch({ from: '/settings' });
  const tabs: Readonly<Record<SettingsTab, readonly [label: string, panel: ReactNode]>> = {
    senders: [texts.settings.senders, <Senders />],
    numbers: [texts.numbers.title, <PhoneNumbers />],
    tracking: [texts.engagement.title, <Tracking />],
    members: [texts.identity.members, <Members />],
    keys: [texts.settings.keys, <Keys />],
    webhooks: [texts.webhooks.title, <Webhooks />],
    audit: [texts.identity.audit, <Audit />],
    plan: [texts.settings.plan, <Plan />],
  };
  const shown = settingsTabs.filter((each) => isAdmin || (each !== 'members' && each !== 'keys'));
  const open = shown.find((each) => each === tab) ?? 'senders';
  return (
    <>
      <PageHead title={texts.settings.title} />
      <Tabs
        value={open}
        onChange={(chosen) => void navigate({ search: tabOf(shown)({ tab: chosen }) })}
        keepMounted={false}
      >
        <Tabs.List mb="lg" aria-label={texts.settings.title}>
          {shown.map((each) => (
            <Tabs.Tab key={each} value={each}>
              {tabs[each][0]}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {shown.map((each) => (
          <Tabs.Panel key={each} value={each}>
            {tabs[each][1]}
          </Tabs.Panel>
        ))}
      </Tabs>
    </>
  );
}
