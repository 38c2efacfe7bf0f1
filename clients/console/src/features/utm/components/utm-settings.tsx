import type { Schemas } from '@carillon/sdk';
import { Button, Group, Paper, SimpleGrid, Stack, Switch, Text, TextInput, Title } from '@mantine/core';
import { type SyntheticEvent, useState } from 'react';
import { useMay } from '../../../app/session/session';
import { useTexts } from '../../../texts';
import { useUtmTexts } from '../texts';
import { notify } from '../../../ui/action';
import { ErrorNote, Loading } from '../../../ui/page';
import { useSetUtm, useUtm } from '../api/utm';
import { LONGEST_VALUE, utmFields } from '../tagged-link';
import { ExampleLink } from './example-link';

/** The parameters that links in the account's emails get, unless a campaign has its own. */
export function UtmSettings() {
  const utm = useUtm();
  if (utm.isLoadingError) return <ErrorNote error={utm.error} retry={() => void utm.refetch()} />;
  if (!utm.data) return <Loading lines={3} />;
  return <UtmForm key={JSON.stringify(utm.data)} stored={utm.data} />;
}

function UtmForm({ stored }: { stored: Schemas['Utm'] }) {
  const texts = useTexts();
  const own = useUtmTexts();
  const { engagement } = useTexts();
  const isAdmin = useMay('admin');
  const [form, setForm] = useState({ ...stored, campaign: stored.campaign ?? '' });
  const save = useSetUtm({ silent: true, done: () => notify(texts, own.saved) });
  const changed = { ...form, campaign: form.campaign.trim() === '' ? null : form.campaign };
  const isChanged = JSON.stringify(changed) !== JSON.stringify(stored);
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    save.mutate(changed);
  };
  return (
    <Paper className="pane" component="form" onSubmit={submit}>
      <Stack>
        <div>
          <Title order={2}>{texts.utm.title}</Title>
          <Text size="sm" c="dimmed" mt={4}>
            {isAdmin ? own.hint : engagement.onlyAdmins}
          </Text>
        </div>
        <Switch
          label={own.isOn}
          checked={form.isOn}
          disabled={!isAdmin}
          onChange={(event) => setForm({ ...form, isOn: event.currentTarget.checked })}
        />
        <SimpleGrid cols={{ base: 1, sm: 3 }} spacing="md">
          {utmFields.map((field) => (
            <TextInput
              key={field}
              label={texts.utm.fields[field]}
              placeholder={field === 'campaign' ? own.campaignName : ''}
              value={form[field]}
              required={field !== 'campaign'}
              withAsterisk={false}
              maxLength={LONGEST_VALUE}
              disabled={!isAdmin}
              onChange={(event) => setForm({ ...form, [field]: event.currentTarget.value })}
            />
          ))}
        </SimpleGrid>
        {form.isOn && <ExampleLink values={{ ...form, campaign: changed.campaign ?? own.exampleName }} />}
        {save.error && <ErrorNote error={save.error} />}
        {isAdmin && (
          <Group>
            <Button type="submit" loading={save.isPending} disabled={!isChanged}>
              {texts.save}
            </Button>
          </Group>
        )}
      </Stack>
    </Paper>
  );
}
