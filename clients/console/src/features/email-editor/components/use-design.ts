import type { Editor } from '@tiptap/react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useEditorTexts } from '../texts';
import { type Block, type Design, isEmptyDesign, newBlock } from '../design/blocks';
import { type Brand, applyBrand } from '../design/brand';
import {
  type BlockId,
  duplicate,
  find,
  idOf,
  insert,
  type Place,
  move,
  placesOf,
  remove,
  replace,
  step,
} from '../design/edit';
import { inLayout } from '../design/layout';
import { emptyHistory, recorded, redone, undone } from '../design/history';
import type { Starter } from '../gallery/starter';
import type { Actions } from './actions';

interface DesignState {
  actions: Actions;
  selected: BlockId | null;
  /** The editor of the selected text. */
  editor: Editor | null;
  /** What screen readers announce. */
  announced: string;
  canUndo: boolean;
  canRedo: boolean;
  undo: () => void;
  redo: () => void;
  /** Replaces the whole design. */
  edit: (after: Design, kind: string | null) => void;
  /** Begins with a finished email, which one step undoes. */
  start: (starter: Pick<Starter, 'name' | 'design'>) => void;
  /** Adds blocks at the top level, which one step undoes, and selects the first one. */
  insertBlocks: (blocks: readonly Block[], at: number) => void;
  /** The block that is being saved under a name. */
  saving: Block | null;
  /** Ends saving. With a name, the block was saved. */
  endSaving: (name?: string) => void;
}

/** The selection and the history of a design, which the draft owns. */
export function useDesign(
  design: Design,
  { brand, onChange }: { brand: Brand | undefined; onChange: (design: Design) => void },
): DesignState {
  const texts = useEditorTexts();
  const [history, setHistory] = useState(emptyHistory);
  const [selected, select] = useState<BlockId | null>(null);
  const [editor, onEditor] = useState<Editor | null>(null);
  const [announced, announce] = useState('');
  const [savingId, setSaving] = useState<BlockId | null>(null);
  const focusNext = useRef<Actions['focusNext']['current']>(null);
  const dragged = useRef<Block | null>(null);
  const edit = (after: Design, kind: string | null): void => {
    if (after === design) return;
    setHistory(recorded(history, { before: design, after, kind, now: Date.now() }));
    onChange(after);
  };
  const go = (taken: ReturnType<typeof undone>): void => {
    if (!taken) return;
    const index = placesOf(design).findIndex(({ block }) => idOf(block) === selected);
    const rest = placesOf(taken.design);
    const next = rest[Math.min(index, rest.length - 1)];
    // The focus must not leave the editor with the block that it is in.
    if (selected !== null && next && !find(taken.design, selected)) {
      focusNext.current = { id: idOf(next.block), isText: false };
      select(idOf(next.block));
    }
    setHistory(taken.history);
    onChange(taken.design);
  };
  /** Selects the block in the changed design, and says where it is. */
  const show = (
    after: Design,
    block: Block,
    say: (name: string, at: number, of: number) => string,
    isText = false,
  ): void => {
    const all = placesOf(after);
    const at = all.findIndex((each) => idOf(each.block) === idOf(block)) + 1;
    focusNext.current = { id: idOf(block), isText };
    select(idOf(block));
    announce(say(texts.types[block.type], at, all.length));
  };
  const start: DesignState['start'] = ({ name, design: starter }) => {
    const [first] = starter.blocks;
    if (!first) return;
    edit(inLayout(starter, design.layout ?? null), null);
    focusNext.current = { id: idOf(first), isText: false };
    select(idOf(first));
    announce(texts.started(name));
  };
  /** A new email begins with the brand, unless it has a layout. */
  const added = (blocks: readonly Block[], to: Place): Design => {
    const after = blocks.reduceRight((before, block) => insert(before, to, block), design);
    const isNew = isEmptyDesign(design) && design.style === undefined;
    return isNew && brand ? applyBrand(after, brand) : after;
  };
  const insertBlocks: DesignState['insertBlocks'] = (blocks, at) => {
    const [first] = blocks;
    if (!first) return;
    const after = added(blocks, { at });
    edit(after, null);
    show(after, first, texts.added);
  };
  const latest = useRef<Pick<Actions, 'add' | 'change' | 'move' | 'step' | 'duplicate' | 'remove'> | null>(
    null,
  );
  useEffect(() => {
    const moved = (after: Design, id: BlockId): void => {
      const found = find(after, id);
      if (!found || after === design) return;
      edit(after, null);
      show(after, found.block, texts.moved);
    };
    latest.current = {
      add: (type, to) => {
        const block = newBlock(type);
        const after = added([block], to);
        edit(after, null);
        show(after, block, texts.added, true);
      },
      change: (id, change, kind) =>
        edit(replace(design, id, change), kind === undefined ? null : `${kind} ${id}`),
      move: (id, to) => moved(move(design, id, to), id),
      step: (id, by) => moved(step(design, id, by), id),
      duplicate: (id) => {
        const copied = duplicate(design, id);
        if (!copied) return;
        edit(copied.design, null);
        show(copied.design, copied.copy, texts.added);
      },
      remove: (id) => {
        const all = placesOf(design);
        const index = all.findIndex(({ block }) => idOf(block) === id);
        const found = all[index];
        if (!found || found.block.type === 'slot') return;
        const after = remove(design, found.place);
        const rest = placesOf(after);
        const next = rest[Math.min(index, rest.length - 1)];
        edit(after, null);
        focusNext.current = next ? { id: idOf(next.block), isText: false } : null;
        select(next ? idOf(next.block) : null);
        announce(texts.removed(texts.types[found.block.type]));
      },
    };
  });
  const actions = useMemo(
    (): Actions => ({
      ...{ select, onEditor, focusNext, dragged },
      add: (...given) => latest.current?.add(...given),
      change: (...given) => latest.current?.change(...given),
      move: (...given) => latest.current?.move(...given),
      step: (...given) => latest.current?.step(...given),
      duplicate: (...given) => latest.current?.duplicate(...given),
      remove: (...given) => latest.current?.remove(...given),
      save: setSaving,
    }),
    [],
  );
  const [back, forth] = [undone(history, design), redone(history, design)];
  return {
    ...{ actions, selected, editor, announced, edit, start, insertBlocks },
    saving: savingId === null ? null : (find(design, savingId)?.block ?? null),
    endSaving: (name) => {
      setSaving(null);
      if (name !== undefined) announce(texts.savedBlock(name));
    },
    ...{ canUndo: back !== null, canRedo: forth !== null, undo: () => go(back), redo: () => go(forth) },
  };
}
