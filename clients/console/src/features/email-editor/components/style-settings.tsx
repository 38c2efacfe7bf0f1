import { Anchor, Button, Group, NativeSelect, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useEditorTexts } from '../texts';
import { type Design, type Style, fonts } from '../design/blocks';
import { type Brand, applyBrand, hasBrand } from '../design/brand';
import { defaultStyle } from '../design/look';
import { ColorField } from './color-field';

interface StyleSettingsProps {
  design: Design;
  /** Undefined: unavailable. */
  brand: Brand | undefined;
  onChange: (design: Design, kind: string | null) => void;
}

const colors = ['background', 'surface', 'text', 'link', 'button', 'buttonText'] as const;

/** The colors and the font of the whole email. */
export function StyleSettings({ design, brand, onChange }: StyleSettingsProps) {
  const texts = useEditorTexts();
  const { style = {} } = design;
  const set = (name: keyof Style, value: string | undefined): void => {
    const { [name]: _removed, ...others } = style;
    onChange({ ...design, style: value === undefined ? others : { ...others, [name]: value } }, name);
  };
  return (
    <Stack gap="xs" role="group" aria-label={texts.style}>
      <Group justify="space-between">
        <Text fw={550} size="sm">
          {texts.style}
        </Text>
        {brand && hasBrand(brand) && (
          <Button
            size="compact-sm"
            variant="default"
            onClick={() => onChange(applyBrand(design, brand), null)}
          >
            {texts.applyBrand}
          </Button>
        )}
      </Group>
      {brand && !hasBrand(brand) && (
        <Anchor
          size="sm"
          underline="always"
          renderRoot={(props) => <Link to="/settings" search={{ tab: 'brand' }} {...props} />}
        >
          {texts.setUpBrand}
        </Anchor>
      )}
      {colors.map((name) => (
        <ColorField
          key={name}
          label={texts.colors[name]}
          value={style[name]}
          fallback={defaultStyle[name]}
          onChange={(color) => set(name, color)}
        />
      ))}
      <NativeSelect
        label={texts.font}
        value={style.font ?? defaultStyle.font}
        data={fonts.map((value) => ({ value, label: texts.fonts[value] }))}
        onChange={(event) => set('font', event.currentTarget.value)}
      />
    </Stack>
  );
}
