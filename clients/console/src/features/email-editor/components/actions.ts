import type { Editor } from '@tiptap/react';
import { type RefObject, createContext, use } from 'react';
import type { AddedType, Block } from '../design/blocks';
import type { BlockId, Place } from '../design/edit';

/** What can be done with a design. The object stays the same while the design changes. */
export interface Actions {
  select: (id: BlockId | null) => void;
  /** Adds a block and selects it. */
  add: (type: AddedType, to: Place) => void;
  /** @param kind edits of the same kind in quick succession are undone together */
  change: (id: BlockId, change: (block: Block) => Block, kind?: string) => void;
  move: (id: BlockId, to: Place) => void;
  step: (id: BlockId, by: -1 | 1) => void;
  duplicate: (id: BlockId) => void;
  remove: (id: BlockId) => void;
  /** Asks for a name, and saves the block for other emails. */
  save: (id: BlockId) => void;
  /** The editor of the selected text; null: no text is selected. */
  onEditor: (editor: Editor | null) => void;
  /** The block that receives the focus when it is shown. `isText`: its text receives it. */
  focusNext: RefObject<{ id: BlockId; isText: boolean } | null>;
  /** The block that is being dragged. */
  dragged: RefObject<Block | null>;
}

export const ActionsContext = createContext<Actions | null>(null);

export function useActions(): Actions {
  const actions = use(ActionsContext);
  if (!actions) throw new Error('There is no email editor around this component');
  return actions;
}
