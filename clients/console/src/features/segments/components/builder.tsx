import { ActionIcon, Button, Group, Paper, Select, Stack } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import { useSegmentTexts } from '../texts';
import { type Block, type Built, type Join, type Row, newBlock, newRow } from '../conditions';
import { ConditionRow } from './condition-row';

interface BuilderProps {
  built: Built;
  isReadOnly: boolean;
  onChange: (built: Built) => void;
}

/** Conditions, and blocks of conditions, that are joined by all or any. */
export function Builder({ built, isReadOnly, onChange }: BuilderProps) {
  const { segments: texts } = useSegmentTexts();
  const { join, items } = built;
  const put = (changed: Built['items']): void => onChange({ ...built, items: changed });
  return (
    <Stack gap="sm">
      <JoinSelect
        join={join}
        isReadOnly={isReadOnly}
        onChange={(chosen) => onChange({ ...built, join: chosen })}
      />
      {items.map((item, index) => {
        const change = (changed: Row | Block): void =>
          put(items.map((each) => (each === item ? changed : each)));
        const remove = (): void => put(items.filter((each) => each !== item));
        return 'rows' in item ? (
          <BlockFields
            key={item.key}
            block={item}
            label={texts.block(index + 1)}
            isReadOnly={isReadOnly}
            onChange={change}
            onRemove={remove}
          />
        ) : (
          <ConditionRow
            key={item.key}
            row={item}
            label={texts.condition(index + 1)}
            isReadOnly={isReadOnly}
            onChange={change}
            onRemove={remove}
          />
        );
      })}
      {!isReadOnly && (
        <Group gap="xs">
          <Button
            variant="default"
            size="xs"
            leftSection={<IconPlus size={14} />}
            onClick={() => put([...items, newRow()])}
          >
            {texts.add}
          </Button>
          <Button
            variant="default"
            size="xs"
            leftSection={<IconPlus size={14} />}
            onClick={() => put([...items, newBlock(join === 'all' ? 'any' : 'all')])}
          >
            {texts.addBlock}
          </Button>
        </Group>
      )}
    </Stack>
  );
}

interface BlockFieldsProps {
  block: Block;
  label: string;
  isReadOnly: boolean;
  onChange: (block: Block) => void;
  onRemove: () => void;
}

function BlockFields({ block, label, isReadOnly, onChange, onRemove }: BlockFieldsProps) {
  const { segments: texts } = useSegmentTexts();
  const { join, rows } = block;
  const put = (changed: Row[]): void =>
    changed.length === 0 ? onRemove() : onChange({ ...block, rows: changed });
  return (
    <Paper
      withBorder
      p="sm"
      role="group"
      aria-label={label}
      bg="light-dark(var(--mantine-color-gray-0), transparent)"
    >
      <Stack gap="sm">
        <Group justify="space-between" align="flex-start" wrap="nowrap">
          <JoinSelect
            join={join}
            isReadOnly={isReadOnly}
            onChange={(chosen) => onChange({ ...block, join: chosen })}
          />
          {!isReadOnly && (
            <ActionIcon variant="subtle" color="gray" aria-label={texts.remove(label)} onClick={onRemove}>
              <IconX size={16} />
            </ActionIcon>
          )}
        </Group>
        {rows.map((row, index) => (
          <ConditionRow
            key={row.key}
            row={row}
            label={`${label}, ${texts.condition(index + 1)}`}
            isReadOnly={isReadOnly}
            onChange={(changed) => put(rows.map((each) => (each === row ? changed : each)))}
            onRemove={() => put(rows.filter((each) => each !== row))}
          />
        ))}
        {!isReadOnly && (
          <Button
            variant="default"
            size="xs"
            leftSection={<IconPlus size={14} />}
            style={{ alignSelf: 'flex-start' }}
            onClick={() => put([...rows, newRow()])}
          >
            {texts.addTo}
          </Button>
        )}
      </Stack>
    </Paper>
  );
}

interface JoinSelectProps {
  join: Join;
  isReadOnly: boolean;
  onChange: (join: Join) => void;
}

function JoinSelect({ join, isReadOnly, onChange }: JoinSelectProps) {
  const { segments: texts } = useSegmentTexts();
  return (
    <Select
      label={texts.join}
      data={(['all', 'any'] as const).map((value) => ({ value, label: texts.joins[value] }))}
      value={join}
      readOnly={isReadOnly}
      allowDeselect={false}
      w={{ base: '100%', xs: 280 }}
      onChange={(chosen) => onChange(chosen === 'any' ? 'any' : 'all')}
    />
  );
}
