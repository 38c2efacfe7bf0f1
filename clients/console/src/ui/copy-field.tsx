import { ActionIcon, CopyButton, Group, TextInput } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';

interface CopyFieldProps {
  label: string;
  description: string;
  value: string;
  /** The name of the button. */
  copy: string;
}

/** A text to copy, such as a URL. */
export function CopyField({ label, description, value, copy: name }: CopyFieldProps) {
  return (
    <Group gap="xs" align="flex-end" wrap="nowrap">
      <TextInput
        label={label}
        description={description}
        value={value}
        readOnly
        flex={1}
        miw={0}
        onFocus={(event) => event.currentTarget.select()}
      />
      <CopyButton value={value}>
        {({ copied, copy }) => (
          <ActionIcon variant="default" size="input-sm" aria-label={name} onClick={copy}>
            {copied ? <IconCheck size={16} /> : <IconCopy size={16} />}
          </ActionIcon>
        )}
      </CopyButton>
    </Group>
  );
}
