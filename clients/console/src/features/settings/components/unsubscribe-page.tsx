import type { Schemas } from '@carillon/sdk';
import {
  Button,
  FileButton,
  Group,
  Image,
  Input,
  Paper,
  Radio,
  Stack,
  Text,
  TextInput,
  Title,
} from '@mantine/core';
import { IconPhoto } from '@tabler/icons-react';
import { type SyntheticEvent, useState } from 'react';
import { useMay } from '../../../app/session/session';
import { useTexts } from '../../../texts';
import { notify } from '../../../ui/action';
import { ErrorNote, Loading } from '../../../ui/page';
import { useConsentSettings, useSetConsent } from '../api/account';
import { logoOf, logoTypes } from '../logo';

type Settings = Schemas['ConsentSettings'];
type Scope = Settings['oneClick'];

/** The color that the pages have without a brand color. */
const DEFAULT_COLOR = '#0b4aa8';
const COLOR = '#[0-9a-fA-F]{6}';

const scopes = ['TOPIC', 'ALL'] as const satisfies Scope[];

/** The page behind the unsubscribe link: what one click stops, and how the page looks. */
export function UnsubscribePage() {
  const settings = useConsentSettings();
  if (settings.isLoadingError)
    return <ErrorNote error={settings.error} retry={() => void settings.refetch()} />;
  if (!settings.data) return <Loading lines={3} />;
  return (
    <Stack gap="lg">
      <OneClick settings={settings.data} />
      <Look key={`${settings.data.brandColor} ${settings.data.logo}`} settings={settings.data} />
    </Stack>
  );
}

function OneClick({ settings }: { settings: Settings }) {
  const { unsubscribePage: texts, engagement } = useTexts();
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

function Look({ settings }: { settings: Settings }) {
  const texts = useTexts();
  const { unsubscribePage: own } = texts;
  const mayChange = useMay('consent');
  const [color, setColor] = useState(settings.brandColor ?? '');
  const [logo, setLogo] = useState(settings.logo);
  const [isBad, setBad] = useState(false);
  const save = useSetConsent({ silent: true, done: () => notify(texts, own.saved) });
  const brandColor = color === '' ? null : color;
  const isChanged = brandColor !== settings.brandColor || logo !== settings.logo;
  const choose = async (file: File | null): Promise<void> => {
    if (!file) return;
    const read = await logoOf(file);
    setBad(read === null);
    if (read !== null) setLogo(read);
  };
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    save.mutate({ brandColor, logo });
  };
  return (
    <Paper className="pane" component="form" onSubmit={submit}>
      <Stack>
        <div>
          <Title order={2}>{own.look}</Title>
          <Text size="sm" c="dimmed" mt={4}>
            {own.lookHint}
          </Text>
        </div>
        <Group align="flex-end" gap="sm">
          <TextInput
            label={own.color}
            description={own.colorHint}
            placeholder={DEFAULT_COLOR}
            pattern={COLOR}
            title={own.colorForm}
            value={color}
            onChange={(event) => setColor(event.currentTarget.value.trim().toLowerCase())}
            disabled={!mayChange}
            leftSection={
              <input
                type="color"
                className="swatch"
                aria-label={own.pickColor}
                value={new RegExp(`^(?:${COLOR})$`).test(color) ? color : DEFAULT_COLOR}
                onChange={(event) => setColor(event.currentTarget.value)}
                disabled={!mayChange}
              />
            }
            maw={480}
          />
          {mayChange && color !== '' && (
            <Button variant="default" onClick={() => setColor('')}>
              {own.defaultColor}
            </Button>
          )}
        </Group>
        <Input.Wrapper
          label={own.logo}
          labelElement="div"
          description={own.logoHint}
          error={isBad && own.badLogo}
        >
          <Stack gap="sm" mt="xs" align="flex-start">
            {logo === null ? (
              <Text size="sm">{own.noLogo}</Text>
            ) : (
              <Image src={logo} alt={own.logoShown} h={64} w="auto" maw="100%" fit="contain" />
            )}
            {mayChange && (
              <Group gap="sm">
                <FileButton accept={logoTypes.join(',')} onChange={(file) => void choose(file)}>
                  {(props) => (
                    <Button variant="default" leftSection={<IconPhoto size={16} />} {...props}>
                      {own.chooseLogo}
                    </Button>
                  )}
                </FileButton>
                {logo !== null && (
                  <Button variant="default" onClick={() => setLogo(null)}>
                    {own.removeLogo}
                  </Button>
                )}
              </Group>
            )}
          </Stack>
        </Input.Wrapper>
        {save.error && <ErrorNote error={save.error} />}
        {mayChange && (
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
