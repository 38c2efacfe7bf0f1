import type { ComponentType } from 'react';
import type { Block } from '../design/blocks';
import { idOf } from '../design/edit';
import { colorsOn } from '../design/look';
import { BlockLook } from './block-look';

interface DrawnBlockProps {
  block: Block;
  /** How a heading or a text is shown. */
  Text: ComponentType<{ html: string; isHeading: boolean }>;
}

/** A block that can't be edited. */
export function DrawnBlock({ block, Text }: DrawnBlockProps) {
  if (block.type !== 'columns')
    return (
      <BlockLook
        block={block}
        text={'html' in block ? <Text html={block.html} isHeading={block.type === 'heading'} /> : null}
      />
    );
  return (
    <div className="design-columns" data-widths={block.widths} style={colorsOn(block.background)}>
      {block.columns.map((leaves, column) => (
        // Columns have no IDs, and are not moved.
        <div key={column} className="design-column">
          {leaves.map((leaf) => (
            <DrawnBlock key={idOf(leaf)} block={leaf} Text={Text} />
          ))}
        </div>
      ))}
    </div>
  );
}
