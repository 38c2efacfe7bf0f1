import { type ReactNode, useState } from 'react';
import { useEditorTexts } from '../texts';
import type { Columns, Design } from '../design/blocks';
import { type BlockId, type Place, fitsColumn, idOf, placesOf } from '../design/edit';
import { partsOf } from '../design/layout';
import { colorsOn, styleOf } from '../design/look';
import { useActions } from './actions';
import { AddToColumn } from './add-block';
import { BlockFrame } from './block-frame';
import { LayoutPart } from './layout-part';

interface CanvasProps {
  design: Design;
  selected: BlockId | null;
  isPhone: boolean;
}

/** The email with its blocks, as wide as in an email program. */
export function Canvas({ design, selected, isPhone }: CanvasProps) {
  const texts = useEditorTexts();
  const { layout } = design;
  const parts = layout && partsOf(layout);
  const places = placesOf(design);
  const reached = places.some(({ block }) => idOf(block) === selected)
    ? selected
    : places[0] && idOf(places[0].block);
  const frameOf = (index: number) => {
    const { block, place } = places[index] ?? {};
    if (!block || !place) return null;
    const id = idOf(block);
    return (
      <BlockFrame
        key={id}
        {...{ block, place, total: places.length, position: index + 1 }}
        isSelected={id === selected}
        isReached={id === reached}
      >
        {block.type === 'columns' ? (
          <div className="design-columns" data-widths={block.widths} style={colorsOn(block.background)}>
            {block.columns.map((_leaves, column) => (
              // Columns have no IDs, and are not moved.
              <Column key={column} block={block} at={place.at} column={column}>
                {places.flatMap((each, at) =>
                  each.place.at === place.at && each.place.inside?.column === column ? [frameOf(at)] : [],
                )}
              </Column>
            ))}
          </div>
        ) : undefined}
      </BlockFrame>
    );
  };
  return (
    <div className="design-desk" style={styleOf(layout ?? design)}>
      <div className="design-canvas" data-phone={isPhone || undefined} role="group" aria-label={texts.canvas}>
        {parts && <LayoutPart blocks={parts.above} />}
        {places.length === 0 && <p className="design-empty">{texts.empty}</p>}
        {places.map(({ place }, index) => (place.inside ? null : frameOf(index)))}
        {parts && <LayoutPart blocks={parts.below} />}
      </div>
    </div>
  );
}

interface ColumnProps {
  block: Columns;
  at: number;
  column: number;
  children: ReactNode;
}

function Column({ block, at, column, children }: ColumnProps) {
  const texts = useEditorTexts();
  const actions = useActions();
  const [isOver, setOver] = useState(false);
  const end: Place = { at, inside: { column, at: block.columns[column]?.length ?? 0 } };
  const accepts = (): boolean => {
    const dragged = actions.dragged.current;
    return dragged !== null && fitsColumn(dragged);
  };
  return (
    <div
      className="design-column"
      data-drop={isOver || undefined}
      onDragOver={(event) => {
        if (!accepts()) return;
        event.preventDefault();
        event.stopPropagation();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        const dragged = actions.dragged.current;
        setOver(false);
        if (!accepts() || !dragged) return;
        event.preventDefault();
        event.stopPropagation();
        actions.move(idOf(dragged), end);
      }}
    >
      {children}
      <div className="design-add">
        <AddToColumn label={texts.addToColumn(column + 1)} onAdd={(type) => actions.add(type, end)} />
      </div>
    </div>
  );
}
