import { ActionIcon, Group } from '@mantine/core';
import {
  IconArrowDown,
  IconArrowUp,
  IconBookmark,
  IconCopy,
  IconGripVertical,
  IconTrash,
} from '@tabler/icons-react';
import { type DragEvent, type KeyboardEvent, type ReactNode, memo, useEffect, useRef, useState } from 'react';
import { useEditorTexts } from '../texts';
import type { Block } from '../design/blocks';
import { type BlockId, type Place, below, fitsColumn, idOf } from '../design/edit';
import { useActions } from './actions';
import { AddBelow } from './add-block';
import { BlockView } from './block-view';

interface BlockFrameProps {
  block: Block;
  place: Place;
  /** Its number among all blocks, from 1. */
  position: number;
  total: number;
  isSelected: boolean;
  /** Whether the Tab key reaches it: one block of the email. */
  isReached: boolean;
  /** The content of columns. */
  children?: ReactNode;
}

/** A block that can be selected, moved, duplicated, and removed. */
function Frame({ block, place, position, total, isSelected, isReached, children }: BlockFrameProps) {
  const texts = useEditorTexts();
  const actions = useActions();
  const frame = useRef<HTMLDivElement>(null);
  const drop = useDrop(block, place);
  const id = idOf(block);
  const name = texts.types[block.type];
  useEffect(() => {
    const { focusNext } = actions;
    if (focusNext.current?.id !== id || !frame.current) return;
    const text = focusNext.current.isText ? textIn(frame.current) : null;
    focusNext.current = null;
    (text ?? frame.current).focus();
  });
  return (
    <div
      ref={frame}
      role="group"
      className="design-frame"
      data-block={id}
      data-selected={isSelected || undefined}
      data-drop={drop.edge ?? undefined}
      tabIndex={isReached ? 0 : -1}
      aria-label={texts.block(name, position, total)}
      aria-current={isSelected || undefined}
      onFocus={(event) => {
        event.stopPropagation();
        actions.select(id);
      }}
      onKeyDown={(event) => {
        event.stopPropagation();
        onKey(event, actions, block);
      }}
      {...drop.handlers}
    >
      {isSelected && (
        <Group
          className="design-actions"
          gap={2}
          wrap="nowrap"
          role="toolbar"
          aria-label={texts.actionsOf(name)}
        >
          <span
            className="design-handle"
            draggable
            title={texts.drag}
            onDragStart={(event) => {
              event.stopPropagation();
              actions.dragged.current = block;
              event.dataTransfer.setData('application/x-carillon-block', id);
              event.dataTransfer.effectAllowed = 'move';
            }}
            onDragEnd={() => {
              actions.dragged.current = null;
            }}
          >
            <IconGripVertical size={16} aria-hidden />
          </span>
          <ActionIcon
            size="sm"
            variant="subtle"
            aria-label={texts.moveUp}
            onClick={() => actions.step(id, -1)}
          >
            <IconArrowUp size={14} />
          </ActionIcon>
          <ActionIcon
            size="sm"
            variant="subtle"
            aria-label={texts.moveDown}
            onClick={() => actions.step(id, 1)}
          >
            <IconArrowDown size={14} />
          </ActionIcon>
          {block.type !== 'slot' && <OwnActions id={id} />}
        </Group>
      )}
      {children ?? <BlockView block={block} isSelected={isSelected} />}
      {isSelected && (
        <AddBelow isInColumn={place.inside !== undefined} onAdd={(type) => actions.add(type, below(place))} />
      )}
    </div>
  );
}

export const BlockFrame = memo(Frame);

/** What can be done with a block other than the slot, of which a layout has one. */
function OwnActions({ id }: { id: BlockId }) {
  const texts = useEditorTexts();
  const actions = useActions();
  return (
    <>
      <ActionIcon
        size="sm"
        variant="subtle"
        aria-label={texts.duplicate}
        onClick={() => actions.duplicate(id)}
      >
        <IconCopy size={14} />
      </ActionIcon>
      <ActionIcon size="sm" variant="subtle" aria-label={texts.saveBlock} onClick={() => actions.save(id)}>
        <IconBookmark size={14} />
      </ActionIcon>
      <ActionIcon size="sm" variant="subtle" aria-label={texts.remove} onClick={() => actions.remove(id)}>
        <IconTrash size={14} />
      </ActionIcon>
    </>
  );
}

/** What the text of a block is written in. */
const textIn = (frame: Element): HTMLElement | null => frame.querySelector('[contenteditable=true], input');

function onKey(
  event: KeyboardEvent<HTMLDivElement>,
  actions: ReturnType<typeof useActions>,
  block: Block,
): void {
  const { key, altKey, currentTarget: frame, target } = event;
  const id = idOf(block);
  const isArrow = key === 'ArrowUp' || key === 'ArrowDown';
  const by = key === 'ArrowUp' ? -1 : 1;
  if (isArrow && altKey) actions.step(id, by);
  else if (key === 'Escape' && target !== frame) frame.focus();
  else if (target !== frame) return;
  else if (isArrow) neighborOf(frame, by)?.focus();
  else if (key === 'Enter') (textIn(frame) ?? settingsField())?.focus();
  else if (key === 'Delete' || key === 'Backspace') actions.remove(id);
  else return;
  event.preventDefault();
}

function neighborOf(frame: HTMLElement, by: -1 | 1): HTMLElement | undefined {
  const all = [...(frame.closest('.design-canvas')?.querySelectorAll<HTMLElement>('.design-frame') ?? [])];
  return all[all.indexOf(frame) + by];
}

const settingsField = (): HTMLElement | null =>
  document.querySelector('.design-settings :is(input, select, button)');

/** Whether a block can be dropped above or below another one. */
function useDrop(block: Block, place: Place) {
  const actions = useActions();
  const [edge, setEdge] = useState<'above' | 'below' | null>(null);
  const accepts = (): boolean => {
    const dragged = actions.dragged.current;
    return dragged !== null && dragged !== block && (place.inside === undefined || fitsColumn(dragged));
  };
  const handlers = {
    onDragOver: (event: DragEvent<HTMLDivElement>) => {
      if (!accepts()) return;
      event.preventDefault();
      event.stopPropagation();
      const { top, height } = event.currentTarget.getBoundingClientRect();
      setEdge(event.clientY < top + height / 2 ? 'above' : 'below');
    },
    onDragLeave: () => setEdge(null),
    onDrop: (event: DragEvent<HTMLDivElement>) => {
      const dragged = actions.dragged.current;
      if (!accepts() || !dragged) return;
      event.preventDefault();
      event.stopPropagation();
      setEdge(null);
      actions.move(idOf(dragged), edge === 'above' ? place : below(place));
    },
  };
  return { edge, handlers };
}
