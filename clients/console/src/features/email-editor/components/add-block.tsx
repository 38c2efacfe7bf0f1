import { ActionIcon, Button, Group, Menu } from '@mantine/core';
import {
  IconAlignLeft,
  IconColumns2,
  IconHeading,
  IconPhoto,
  IconPlus,
  IconRectangle,
  IconSeparatorHorizontal,
  IconShare,
  IconSpacingVertical,
} from '@tabler/icons-react';
import type { ComponentType, ReactNode } from 'react';
import { useEditorTexts } from '../texts';
import { type AddedType, blockTypes, leafTypes } from '../design/blocks';

const icons: Record<AddedType, ComponentType<{ size: number }>> = {
  heading: IconHeading,
  text: IconAlignLeft,
  image: IconPhoto,
  button: IconRectangle,
  columns: IconColumns2,
  divider: IconSeparatorHorizontal,
  spacer: IconSpacingVertical,
  social: IconShare,
};

interface AddProps {
  onAdd: (type: AddedType) => void;
}

/** A button for each type of block. */
export function Palette({ onAdd }: AddProps) {
  const texts = useEditorTexts();
  return (
    <Group gap={6} role="group" aria-label={texts.addBlock}>
      {blockTypes.map((type) => {
        const Icon = icons[type];
        return (
          <Button
            key={type}
            size="compact-sm"
            variant="default"
            leftSection={<Icon size={14} />}
            aria-label={texts.add(texts.types[type])}
            onClick={() => onAdd(type)}
          >
            {texts.types[type]}
          </Button>
        );
      })}
    </Group>
  );
}

/** A menu with the types of blocks that can be in a column. */
export function AddToColumn({ label, onAdd }: AddProps & { label: string }) {
  const texts = useEditorTexts();
  return (
    <AddMenu types={leafTypes} onAdd={onAdd}>
      <Button size="compact-xs" variant="default" aria-label={label} leftSection={<IconPlus size={12} />}>
        {texts.addBlock}
      </Button>
    </AddMenu>
  );
}

/** A menu below a block. Columns can't be in a column. */
export function AddBelow({ isInColumn, onAdd }: AddProps & { isInColumn: boolean }) {
  const texts = useEditorTexts();
  return (
    <AddMenu types={isInColumn ? leafTypes : blockTypes} onAdd={onAdd}>
      <ActionIcon className="design-add-below" size="sm" radius="xl" aria-label={texts.addBelow}>
        <IconPlus size={14} />
      </ActionIcon>
    </AddMenu>
  );
}

interface AddMenuProps extends AddProps {
  types: readonly AddedType[];
  /** The button that opens the menu. */
  children: ReactNode;
}

function AddMenu({ types, onAdd, children }: AddMenuProps) {
  const texts = useEditorTexts();
  return (
    // The new block receives the focus.
    <Menu position="bottom" returnFocus={false}>
      <Menu.Target>{children}</Menu.Target>
      <Menu.Dropdown>
        {types.map((type) => {
          const Icon = icons[type];
          return (
            <Menu.Item key={type} leftSection={<Icon size={14} />} onClick={() => onAdd(type)}>
              {texts.types[type]}
            </Menu.Item>
          );
        })}
      </Menu.Dropdown>
    </Menu>
  );
}
