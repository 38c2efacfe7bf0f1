import type { Schemas } from '@carillon/sdk';
import { Paper, Radio, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useMay } from '../../../app/session/session';
import { useTexts } from '../../../texts';
import { useSettingsTexts } from '../texts';
import { ErrorNote, Loading } from '../../../ui/page';
import { useSetTracking, useTracking } from '../api/account';

type Mode = Schemas['Tracking']['mode'];

const modes = ['OFF', 'AGGREGATE', 'FULL'] as const satisfies Mode[];

/** Whether opens and clicks of the account's emails are counted. */
export function Tracking() {
  const all = useTexts();
  const { engagement: texts } = useSettingsTexts();
  const isAdmin = useMay('admin');
  const tracking = useTracking();
  const choose = useSetTracking();
  /** The value that is being stored. */
  const [chosen, setChosen] = useState<Mode | null>(null);
  if (tracking.isLoadingError)
    return <ErrorNote error={tracking.error} retry={() => void tracking.refetch()} />;
  if (!tracking.data) return <Loading lines={3} />;
  return (
    <Paper className="pane">
      <Radio.Group
        label={texts.setting}
        description={isAdmin ? texts.settingHint : all.engagement.onlyAdmins}
        value={chosen ?? tracking.data.mode}
        onChange={(mode) => {
          setChosen(mode);
          choose.mutate(mode, { onSettled: () => setChosen(null) });
        }}
      >
        <Stack mt="md" gap="md">
          {modes.map((mode) => (
            <Radio
              key={mode}
              value={mode}
              label={texts.modes[mode]}
              description={texts.modeHints[mode]}
              disabled={!isAdmin || choose.isPending}
            />
          ))}
        </Stack>
      </Radio.Group>
      <Text size="sm" c="dimmed" mt="lg">
        {all.engagement.machines}
      </Text>
    </Paper>
  );
}
