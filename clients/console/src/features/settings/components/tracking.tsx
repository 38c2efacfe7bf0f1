import type { Schemas } from '@carillon/sdk';
import { Paper, Radio, Stack, Switch, Text } from '@mantine/core';
import { useState } from 'react';
import { useMay } from '../../../app/session/session';
import { useTexts } from '../../../texts';
import { useSettingsTexts } from '../texts';
import { CopyField } from '../../../ui/copy-field';
import { ErrorNote, Loading } from '../../../ui/page';
import { useSetTracking, useTracking } from '../api/account';

type Mode = Schemas['Tracking']['mode'];

const modes = ['OFF', 'AGGREGATE', 'FULL'] as const satisfies Mode[];

/** Whether opens and clicks of the account's emails are counted, and the orders after clicks. */
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
          choose.mutate({ mode }, { onSettled: () => setChosen(null) });
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
      {tracking.data.mode !== 'OFF' && <Conversions isOn={tracking.data.conversions} isAdmin={isAdmin} />}
    </Paper>
  );
}

/** Whether orders after clicks are counted, and the pixel with which a shop reports them. */
function Conversions({ isOn, isAdmin }: { isOn: boolean; isAdmin: boolean }) {
  const { conversions: texts } = useSettingsTexts();
  const choose = useSetTracking();
  /** The value that is being stored. */
  const [chosen, setChosen] = useState<boolean | null>(null);
  const pixel = `<img src="${location.origin}/v/CLICK.gif?reference=ORDER&value=AMOUNT&currency=EUR" alt="" width="1" height="1">`;
  return (
    <Stack mt="xl" gap="md">
      <Switch
        label={texts.setting}
        description={texts.settingHint}
        checked={chosen ?? isOn}
        disabled={!isAdmin || choose.isPending}
        onChange={({ currentTarget: { checked: conversions } }) => {
          setChosen(conversions);
          choose.mutate({ conversions }, { onSettled: () => setChosen(null) });
        }}
      />
      {isOn && (
        <>
          <CopyField label={texts.pixel} description={texts.pixelHint} value={pixel} copy={texts.copy} />
          <Text size="sm" c="dimmed">
            {texts.api}
          </Text>
        </>
      )}
    </Stack>
  );
}
