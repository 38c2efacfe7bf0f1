import { Paper, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useDefaultCountry } from '../../people';
import { useMay } from '../../../app/session/session';
import { useTexts } from '../../../texts';
import { useSettingsTexts } from '../texts';
import { CountrySelect } from '../../../ui/country-select';
import { Loading } from '../../../ui/page';
import { useSetDefaultCountry } from '../api/account';

/** The country of phone numbers that are written without a country code. */
export function PhoneNumbers() {
  const texts = useTexts();
  const { numbers } = useSettingsTexts();
  const isAdmin = useMay('admin');
  const country = useDefaultCountry();
  const choose = useSetDefaultCountry();
  /** The value that is being stored. Undefined: none. */
  const [chosen, setChosen] = useState<string | null>();
  if (country === undefined) return <Loading lines={2} />;
  return (
    <Paper className="pane">
      <Stack maw={480}>
        <CountrySelect
          label={numbers.country}
          value={chosen === undefined ? country : chosen}
          isDisabled={!isAdmin || choose.isPending}
          onChange={(next) => {
            setChosen(next);
            choose.mutate(next, { onSettled: () => setChosen(undefined) });
          }}
        />
        <Text size="sm" c="dimmed">
          {isAdmin ? numbers.hint : texts.engagement.onlyAdmins}
        </Text>
      </Stack>
    </Paper>
  );
}
