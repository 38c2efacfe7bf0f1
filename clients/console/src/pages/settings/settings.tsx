import { Tabs } from '@mantine/core';
import { useMay } from '../../session';
import { useTexts } from '../../texts';
import { PageHead } from '../../ui/page';
import { Audit } from './audit';
import { Keys } from './keys';
import { Members } from './members';
import { Plan } from './plan';
import { Senders } from './senders';
import { Webhooks } from './webhooks';
import { Tracking } from './tracking';

export function SettingsPage() {
  const texts = useTexts();
  const isAdmin = useMay('admin');
  return (
    <>
      <PageHead title={texts.settings.title} />
      <Tabs defaultValue="senders" keepMounted={false}>
        <Tabs.List mb="lg" aria-label={texts.settings.title}>
          <Tabs.Tab value="senders">{texts.settings.senders}</Tabs.Tab>
          <Tabs.Tab value="tracking">{texts.engagement.title}</Tabs.Tab>
          {isAdmin && <Tabs.Tab value="members">{texts.identity.members}</Tabs.Tab>}
          {isAdmin && <Tabs.Tab value="keys">{texts.settings.keys}</Tabs.Tab>}
          <Tabs.Tab value="webhooks">{texts.webhooks.title}</Tabs.Tab>
          <Tabs.Tab value="audit">{texts.identity.audit}</Tabs.Tab>
          <Tabs.Tab value="plan">{texts.settings.plan}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="senders">
          <Senders />
        </Tabs.Panel>
        <Tabs.Panel value="tracking">
          <Tracking />
        </Tabs.Panel>
        <Tabs.Panel value="members">
          <Members />
        </Tabs.Panel>
        <Tabs.Panel value="keys">
          <Keys />
        </Tabs.Panel>
        <Tabs.Panel value="webhooks">
          <Webhooks />
        </Tabs.Panel>
        <Tabs.Panel value="audit">
          <Audit />
        </Tabs.Panel>
        <Tabs.Panel value="plan">
          <Plan />
        </Tabs.Panel>
      </Tabs>
    </>
  );
}
