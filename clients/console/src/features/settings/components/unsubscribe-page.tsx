import type { Schemas } from '@carillon/sdk';
import { Anchor, Paper, Radio, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useMay } from '../../../app/session/session';
import { useTexts } from '../../../texts';
import { useSettingsTexts } from '../texts';
import { ErrorNote, Loading } from '../../../ui/page';
import { useConsentSettings, useSetConsent } from '../api/account';

type Settings = Schemas['ConsentSettings'];
type Scope = Settings['oneClick'];

const scopes = ['TOPIC', 'ALL'] as const satisfies Scope[];

/** What one click in mail apps stops, and where the look of the page is set. */
export function UnsubscribePage() {
  const { unsubscribePage: texts } = useSettingsTexts();
  const settings = useConsentSettings();
  if (settings.isLoadingError)
    return <ErrorNote error={settings.error} retry={() => void settings.refetch()} />;
  if (!settings.data) return <Loading lines={3} />;
  return (
    <Stack gap="lg">
      <OneClick settings={settings.data} />
      <Text size="sm">
        {texts.lookHint}{' '}
        <Anchor
          size="sm"
          underline="always"
          renderRoot={(props) => <Link to="/settings" search={{ tab: 'brand' }} {...props} />}
        >
          {texts.openBrand}
        </Anchor>
      </Text>
    </Stack>
  );
}

function OneClick({ settings }: { settings: Settings }) {
  const { engagement } = useTexts();
  const { unsubscribePage: texts } = useSettingsTexts();
  const mayChange = useMay('consent');
  const choose = useSetConsent();
  /** The value that is being stored. */
  const [chosen, setChosen] = useState<Scope | null>(null);
  return (
    <Paper className="pane">
      <Radio.Group
        label={texts.scope}
        description={mayChange ? texts.scopeHint : `${texts.scopeHint} ${engagement.onlyAdmins}`}
        value={chosen ?? settings.oneClick}
        onChange={(oneClick) => {
          setChosen(oneClick);
          choose.mutate({ oneClick }, { onSettled: () => setChosen(null) });
        }}
      >
        <Stack mt="md" gap="md">
          {scopes.map((scope) => (
            <Radio
              key={scope}
              value={scope}
              label={texts.scopes[scope]}
              description={texts.scopeHints[scope]}
              disabled={!mayChange || choose.isPending}
            />
          ))}
        </Stack>
      </Radio.Group>
    </Paper>
  );
}
