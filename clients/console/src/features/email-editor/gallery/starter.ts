import type { Language } from '../../../texts/language';
import type { Block, Design } from '../design/blocks';

/** A finished email, in which the author replaces the texts and the links. */
export interface Starter {
  name: string;
  /** What it is for, in one line. */
  about: string;
  design: Design;
  /** Colors with a meaning, which stay when a brand replaces the others. */
  keeps?: readonly string[] | undefined;
}

interface StarterTexts {
  name: string;
  about: string;
}

/** A part of an email that repeats, such as a program item with its hour. */
export type Pair = readonly [string, string];

/** @param nameField the field with the names of people; null: greet everybody in the same way */
export type StarterIn = (language: Language, nameField: string | null) => Starter;

/** How to address a person without a name. */
const unnamed: Record<Language, string> = { en: 'there', de: 'zusammen' };

/**
 * @param design makes the blocks. `person`: the person's name, as a placeholder with a fallback
 * @param keeps colors with a meaning
 */
export function starter<Texts extends StarterTexts>(
  texts: Record<Language, Texts>,
  design: (texts: Omit<Texts, keyof StarterTexts>, person: string) => Design,
  keeps?: readonly string[],
): StarterIn {
  return (language, nameField) => {
    const { name, about, ...others } = texts[language];
    const fallback = unnamed[language];
    return {
      name,
      about,
      keeps,
      design: asSamples(design(others, nameField === null ? fallback : `{{${nameField}|${fallback}}}`)),
    };
  };
}

/** Marks the texts, so that the checks before sending find those that the author keeps. */
function asSamples({ blocks, ...design }: Design): Design {
  return { ...design, blocks: blocks.map(asSample) };
}

function asSample<B extends Block>(block: B): B {
  if (block.type === 'columns')
    return { ...block, columns: block.columns.map((leaves) => leaves.map(asSample)) };
  return block.type === 'heading' || block.type === 'text' ? { ...block, sample: true } : block;
}
