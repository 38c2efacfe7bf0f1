import { memo } from 'react';
import type { Block } from '../design/blocks';
import { idOf } from '../design/edit';
import { DrawnBlock } from './drawn-block';
import { FixedText } from './rich-text';

/** The part of a layout above or below the blocks of an email. It is edited elsewhere. */
export const LayoutPart = memo(function LayoutPart({ blocks }: { blocks: readonly Block[] }) {
  return (
    <div className="design-layout" inert>
      {blocks.map((block) => (
        <DrawnBlock key={idOf(block)} block={block} Text={FixedText} />
      ))}
    </div>
  );
});
