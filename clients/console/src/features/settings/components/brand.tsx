import {
  Button,
  Fieldset,
  Group,
  NativeSelect,
  Paper,
  SimpleGrid,
  Skeleton,
  Stack,
  Text,
  TextInput,
  Textarea,
  Title,
} from '@mantine/core';
import { type SyntheticEvent, Suspense, useState } from 'react';
import { useMay } from '../../../app/session/session';
import { useTexts } from '../../../texts';
import { useSettingsTexts } from '../texts';
import { notify } from '../../../ui/action';
import { ErrorNote, Loading } from '../../../ui/page';
import {
  type Brand,
  BrandPreview,
  ColorField,
  SocialLinks,
  defaultStyle,
  fonts,
  useBrand,
  useEditorTexts,
  useSaveBrand,
} from '../../email-editor';
import { InsertImage } from '../../media';

/** The most links that the API accepts. */
const MOST_LINKS = 19;

/** How the account looks in emails and on pages for recipients. */
export function BrandSettings() {
  const brand = useBrand();
  if (brand.isLoadingError) return <ErrorNote error={brand.error} retry={() => void brand.refetch()} />;
  if (!brand.data) return <Loading lines={6} />;
  return <BrandForm key={JSON.stringify(brand.data)} stored={brand.data} />;
}

function BrandForm({ stored }: { stored: Brand }) {
  const texts = useTexts();
  const { brand: own } = useSettingsTexts();
  const mayChange = useMay('admin');
  const [brand, setBrand] = useState(stored);
  const save = useSaveBrand({ silent: true, done: () => notify(texts, own.saved) });
  const change = (changed: Partial<Brand>): void => setBrand({ ...brand, ...changed });
  const isChanged = JSON.stringify(brand) !== JSON.stringify(stored);
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    save.mutate(brand);
  };
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
      <Paper className="pane" component="form" onSubmit={submit}>
        <Stack>
          <Text size="sm" c="dimmed">
            {mayChange ? own.hint : `${own.hint} ${texts.engagement.onlyAdmins}`}
          </Text>
          <Fieldset variant="unstyled" disabled={!mayChange}>
            <Stack gap="lg">
              <Look brand={brand} mayChange={mayChange} change={change} />
              <Places brand={brand} mayChange={mayChange} change={change} />
            </Stack>
          </Fieldset>
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
      <Stack gap="xs">
        <Title order={2}>{own.preview}</Title>
        <Suspense fallback={<Skeleton height={416} />}>
          <BrandPreview brand={brand} />
        </Suspense>
        <Text size="sm" c="dimmed">
          {own.previewHint}
        </Text>
      </Stack>
    </SimpleGrid>
  );
}

interface PartProps {
  brand: Brand;
  mayChange: boolean;
  change: (changed: Partial<Brand>) => void;
}

/** The logo, the colors, and the font. */
function Look({ brand: { logo, color, textColor, linkColor, font }, mayChange, change }: PartProps) {
  const { media } = useTexts();
  const { brand: own } = useSettingsTexts();
  const editor = useEditorTexts();
  return (
    <Stack gap="sm">
      <Title order={2}>{own.look}</Title>
      {mayChange && (
        <Group gap="sm">
          <InsertImage
            label={media.choose}
            onChoose={({ url, alt, name }) =>
              change({ logo: { src: url, alt: alt === '' ? (logo?.alt ?? name) : alt } })
            }
          />
          {logo !== null && (
            <Button variant="default" size="xs" onClick={() => change({ logo: null })}>
              {own.removeLogo}
            </Button>
          )}
        </Group>
      )}
      <TextInput
        label={own.logo}
        description={own.logoHint}
        placeholder="https://"
        type="url"
        value={logo?.src ?? ''}
        onChange={({ currentTarget: { value } }) =>
          change({ logo: value === '' ? null : { src: value.trim(), alt: logo?.alt ?? '' } })
        }
      />
      {logo !== null && (
        <TextInput
          label={own.alt}
          description={own.altHint}
          required
          maxLength={500}
          value={logo.alt}
          onChange={(event) => change({ logo: { ...logo, alt: event.currentTarget.value } })}
        />
      )}
      <ColorField
        label={own.color}
        value={color ?? undefined}
        fallback={defaultStyle.button}
        onChange={(value) => change({ color: value ?? null })}
      />
      <Text size="xs" c="dimmed">
        {own.colorHint}
      </Text>
      <ColorField
        label={own.textColor}
        value={textColor ?? undefined}
        fallback={defaultStyle.text}
        onChange={(value) => change({ textColor: value ?? null })}
      />
      <ColorField
        label={own.linkColor}
        value={linkColor ?? undefined}
        fallback={defaultStyle.link}
        onChange={(value) => change({ linkColor: value ?? null })}
      />
      <Text size="xs" c="dimmed">
        {own.textColorHint}
      </Text>
      <NativeSelect
        label={editor.font}
        value={font ?? ''}
        data={[
          { value: '', label: own.defaultFont },
          ...fonts.map((value) => ({ value, label: editor.fonts[value] })),
        ]}
        onChange={(event) =>
          change({ font: fonts.find((each) => each === event.currentTarget.value) ?? null })
        }
      />
    </Stack>
  );
}

/** The postal address, the website, and other links. */
function Places({ brand: { address, website, links }, mayChange, change }: PartProps) {
  const { brand: own } = useSettingsTexts();
  return (
    <Stack gap="sm">
      <Title order={2}>{own.places}</Title>
      <Textarea
        label={own.address}
        description={own.addressHint}
        autosize
        minRows={3}
        maxLength={500}
        value={address ?? ''}
        onChange={({ currentTarget: { value } }) => change({ address: value === '' ? null : value })}
      />
      <TextInput
        label={own.website}
        description={own.websiteHint}
        placeholder="https://"
        type="url"
        value={website ?? ''}
        onChange={({ currentTarget: { value } }) => change({ website: value === '' ? null : value.trim() })}
      />
      <SocialLinks
        links={links}
        most={MOST_LINKS}
        isReadOnly={!mayChange}
        onChange={(changed) => change({ links: changed })}
      />
    </Stack>
  );
}
