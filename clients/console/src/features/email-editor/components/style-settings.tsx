import { NativeSelect, Stack, Text } from '@mantine/core';
import { useEditorTexts } from '../texts';
import { type Design, type Style, fonts } from '../design/blocks';
import { defaultStyle } from '../design/look';
import { ColorField } from './color-field';

interface StyleSettingsProps {
  design: Design;
  onChange: (design: Design, kind: string) => void;
}

const colors = ['background', 'surface', 'text', 'link', 'button', 'buttonText'] as const;

/** The colors and the font of the whole email. */
export function StyleSettings({ design, onChange }: StyleSettingsProps) {
  const texts = useEditorTexts();
  const { style = {} } = design;
  const set = (name: keyof Style, value: string | undefined): void => {
    const { [name]: _removed, ...others } = style;
    onChange({ ...design, style: value === undefined ? others : { ...others, [name]: value } }, name);
  };
  return (
    <Stack gap="xs" role="group" aria-label={texts.style}>
      <Text fw={550} size="sm">
        {texts.style}
      </Text>
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
