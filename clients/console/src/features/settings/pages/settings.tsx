import { Stack, Tabs } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useMay } from '../../../app/session/session';
import { settingsLabels, settingsTabsFor } from '../labels';
import type { SettingsTab } from '../tabs';
import { tabOf } from '../../../ui/tabs';
import { useTexts } from '../../../texts';
import { PageHead } from '../../../ui/page';
import { Audit } from '../components/audit';
import { BrandSettings } from '../components/brand';
import { Domains } from '../components/domains/domains';
import { Keys } from '../components/keys';
import { Members } from '../components/members';
import { PhoneNumbers } from '../components/phone-numbers';
import { Plan } from '../components/plan';
import { Senders } from '../components/senders/senders';
import { Webhooks } from '../components/webhooks/webhooks';
import { Tracking } from '../components/tracking';
import { UnsubscribePage } from '../components/unsubscribe-page';
import { UtmSettings } from '../../utm';

const panels: Readonly<Record<SettingsTab, ReactNode>> = {
  senders: <Senders />,
  domains: <Domains />,
  brand: <BrandSettings />,
  numbers: <PhoneNumbers />,
  tracking: (
    <Stack gap="lg">
      <Tracking />
      <UtmSettings />
    </Stack>
  ),
  unsubscribe: <UnsubscribePage />,
  members: <Members />,
  keys: <Keys />,
  webhooks: <Webhooks />,
  audit: <Audit />,
  plan: <Plan />,
};

/** Each tab has a URL, so that links lead there and reloading shows the same page. */
export function SettingsPage() {
  const texts = useTexts();
  const isAdmin = useMay('admin');
  const navigate = useNavigate({ from: '/settings' });
  const { tab } = useSearch({ from: '/settings' });
  const labels = settingsLabels(texts);
  const shown = settingsTabsFor(isAdmin);
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
            <Tabs.Tab key={each} value={each} px="sm">
              {labels[each]}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {shown.map((each) => (
          <Tabs.Panel key={each} value={each}>
            {panels[each]}
          </Tabs.Panel>
        ))}
      </Tabs>
    </>
  );
}
