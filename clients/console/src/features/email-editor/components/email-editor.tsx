import { ActionIcon, Button, Group, SegmentedControl, Stack, Text, VisuallyHidden } from '@mantine/core';
import { IconArrowBackUp, IconArrowForwardUp } from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import type { Engine, Placeholder } from '../../content';
import { useTexts } from '../../../texts';
import { useBrand } from '../api/brand';
import { useEditorTexts } from '../texts';
import { type AddedType, type Design, isBlankDesign } from '../design/blocks';
import { find, placeBelow } from '../design/edit';
import { inLayout } from '../design/layout';
import '../email-editor.css';
import { ActionsContext } from './actions';
import { Palette } from './add-block';
import { BlockSettings } from './block-settings';
import { Canvas } from './canvas';
import { Gallery } from './gallery';
import { LayoutNote, LayoutSelect } from './layout-choice';
import { SaveBlock, SavedBlocks } from './saved-blocks';
import { StyleSettings } from './style-settings';
import { useDesign } from './use-design';

interface EmailEditorProps {
  design: Design;
  placeholders: readonly Placeholder[];
  /** The field with the names of people. Null: unknown. */
  nameField: string | null;
  /** The language of the texts. */
  engine: Engine;
  /** Whether the design is a layout. */
  isLayout?: boolean;
  onChange: (design: Design) => void;
}

/** Edits an email as blocks, with the mouse or the keyboard. */
export default function EmailEditor(props: EmailEditorProps) {
  const { design, placeholders, nameField, engine, isLayout = false, onChange } = props;
  const texts = useTexts();
  const own = useEditorTexts();
  const [width, setWidth] = useState('desktop');
  const brand = useBrand();
  const { actions, selected, editor, announced, edit, start, insertBlocks, ...state } = useDesign(design, {
    brand: brand.data,
    onChange,
  });
  const { saving, endSaving, canUndo, canRedo, undo, redo } = state;
  const isBlank = isBlankDesign(design);
  const root = useRef<HTMLDivElement>(null);
  const wasBlank = useRef(isBlank);
  useEffect(() => {
    // The focus was in a block that is gone.
    if (isBlank && !wasBlank.current && document.activeElement === document.body) root.current?.focus();
    wasBlank.current = isBlank;
  }, [isBlank]);
  const found = selected === null ? null : find(design, selected);
  const add = (type: AddedType): void =>
    actions.add(type, found ? placeBelow(found.place, type === 'columns') : { at: design.blocks.length });
  const onKey = (event: KeyboardEvent): void => {
    // Dialogs are elsewhere in the page.
    if (!root.current?.contains(event.target as Node)) return;
    const isCommand = (event.ctrlKey || event.metaKey) && !event.altKey;
    const key = event.key.toLowerCase();
    if (!isCommand || (key !== 'z' && key !== 'y')) return;
    event.preventDefault();
    event.stopPropagation();
    if (key === 'y' || event.shiftKey) redo();
    else undo();
  };
  return (
    <ActionsContext value={actions}>
      <div ref={root} tabIndex={-1} className="design-editor" onKeyDownCapture={onKey}>
        <Group justify="space-between" gap="xs" mb="sm">
          <Group gap={6}>
            <Palette onAdd={add} />
            <SavedBlocks
              onInsert={(blocks) => insertBlocks(blocks, found ? found.place.at + 1 : design.blocks.length)}
            />
          </Group>
          <Group gap={6}>
            <ActionIcon variant="default" aria-label={own.undo} disabled={!canUndo} onClick={undo}>
              <IconArrowBackUp size={16} />
            </ActionIcon>
            <ActionIcon variant="default" aria-label={own.redo} disabled={!canRedo} onClick={redo}>
              <IconArrowForwardUp size={16} />
            </ActionIcon>
            <SegmentedControl
              size="xs"
              aria-label={own.canvasWidth}
              value={width}
              onChange={setWidth}
              data={[
                { value: 'desktop', label: texts.campaign.desktop },
                { value: 'phone', label: texts.campaign.phone },
              ]}
            />
          </Group>
        </Group>
        {isBlank && !brand.isPending && (
          <Gallery nameField={nameField} brand={design.layout ? undefined : brand.data} onChoose={start} />
        )}
        {design.layout && (
          <LayoutNote layout={design.layout} onUpdate={(layout) => edit(inLayout(design, layout), null)} />
        )}
        <div className="design-parts">
          <Canvas design={design} selected={found ? selected : null} isPhone={width === 'phone'} />
          <div className="design-settings">
            {found ? (
              <>
                <Button size="compact-xs" variant="default" mb="sm" onClick={() => actions.select(null)}>
                  {own.style}
                </Button>
                <BlockSettings
                  key={selected}
                  block={found.block}
                  editor={editor}
                  {...{ placeholders, engine }}
                />
              </>
            ) : (
              <Stack gap="md">
                {!isLayout && (
                  <LayoutSelect
                    layout={design.layout ?? null}
                    onChoose={(layout) => edit(inLayout(design, layout), null)}
                  />
                )}
                {design.layout ? (
                  <Text size="sm" c="dimmed">
                    {own.layoutStyle}
                  </Text>
                ) : (
                  <StyleSettings design={design} brand={brand.data} onChange={edit} />
                )}
              </Stack>
            )}
          </div>
        </div>
        {saving && (
          <SaveBlock block={saving} engine={engine} onClose={() => endSaving()} onSaved={endSaving} />
        )}
        <VisuallyHidden role="status">{announced}</VisuallyHidden>
      </div>
    </ActionsContext>
  );
}
