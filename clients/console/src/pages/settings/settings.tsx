import { Tabs } from '@mantine/core';
import { useTexts } from '../../texts';
import { PageHead } from '../../ui/page';
import { Keys } from './keys';
import { Plan } from './plan';
import { Senders } from './senders';

export function SettingsPage() {
  const texts = useTexts();
  return (
    <>
      <PageHead title={texts.settings.title} />
      <Tabs defaultValue="senders" keepMounted={false}>
        <Tabs.List mb="lg" aria-label={texts.settings.title}>
          <Tabs.Tab value="senders">{texts.settings.senders}</Tabs.Tab>
          <Tabs.Tab value="keys">{texts.settings.keys}</Tabs.Tab>
          <Tabs.Tab value="plan">{texts.settings.plan}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="senders">
          <Senders />
        </Tabs.Panel>
        <Tabs.Panel value="keys">
          <Keys />
        </Tabs.Panel>
        <Tabs.Panel value="plan">
          <Plan />
        </Tabs.Panel>
      </Tabs>
    </>
  );
}
