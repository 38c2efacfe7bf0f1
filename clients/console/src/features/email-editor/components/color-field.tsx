import { Button, Group, Input } from '@mantine/core';
import { useId } from 'react';
import { useEditorTexts } from '../texts';

interface ColorFieldProps {
  label: string;
  /** Undefined: the default color. */
  value: string | undefined;
  fallback?: string;
  onChange: (color: string | undefined) => void;
}

/** A color, and a button that returns to the default. */
export function ColorField({ label, value, fallback = '#000000', onChange }: ColorFieldProps) {
  const texts = useEditorTexts();
  const id = useId();
  return (
    <Group gap="xs" justify="space-between" wrap="nowrap" mih={30}>
      <Input.Label htmlFor={id}>{label}</Input.Label>
      <Group gap="xs" wrap="nowrap">
        {value !== undefined && (
          <Button
            size="compact-xs"
            variant="default"
            aria-label={texts.resetColor(label)}
            onClick={() => onChange(undefined)}
          >
            {texts.reset}
          </Button>
        )}
        <input
          id={id}
          type="color"
          className="swatch"
          value={value ?? fallback}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      </Group>
    </Group>
  );
}
