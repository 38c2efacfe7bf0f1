import { Paper, Select, Stack, Title } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { useExplanationTexts } from '../texts';
import { useCampaignChoice } from '../api/explanation';
import { Explanation } from './explanation';

/** Explains why a person got a campaign that the reader chooses, or did not. */
export function WhyCampaign({ identifier }: { identifier: string }) {
  const texts = useExplanationTexts();
  const [campaign, setCampaign] = useState<{ id: string; name: string } | null>(null);
  const [typed, setTyped] = useState('');
  const [search] = useDebouncedValue(typed === campaign?.name ? '' : typed.trim(), 300);
  const campaigns = useCampaignChoice(search).data ?? [];
  const offered = campaigns.map(({ _id, name }) => ({ value: _id, label: name || texts.unnamed }));
  const data =
    campaign && !offered.some(({ value }) => value === campaign.id)
      ? [{ value: campaign.id, label: campaign.name }, ...offered]
      : offered;
  return (
    <section>
      <Title order={2} mb="sm">
        {texts.title}
      </Title>
      <Paper className="pane" p="md">
        <Stack gap="md">
          <Select
            label={texts.campaign}
            placeholder={texts.choose}
            data={data}
            value={campaign?.id ?? null}
            onChange={(_, chosen) => setCampaign(chosen && { id: chosen.value, name: chosen.label })}
            searchable
            searchValue={typed}
            onSearchChange={setTyped}
            filter={({ options }) => options}
            nothingFoundMessage={texts.noCampaign}
            maw={420}
          />
          {campaign && <Explanation campaignId={campaign.id} identifier={identifier} />}
        </Stack>
      </Paper>
    </section>
  );
}
