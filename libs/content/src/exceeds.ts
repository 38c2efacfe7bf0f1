import type { SystemValues, Variables } from './look-up';
import { RenderFailure } from './liquid/rendering';
import type { Slot, TemplatePart } from './template';

/** The limit of each text of a message after values are filled in (characters): a value may be long and used often. */
export const LONGEST_TEXT = 1_000_000;

/** Whether a text is longer than its limit with these values, or takes too much time or memory to render. */
export type Exceeds = (variables: Variables, system?: SystemValues) => boolean;

/**
 * Measures a text without rendering it: each distinct placeholder is filled in once, and only until the limit is
 * exceeded.
 * @param limit the longest text allowed (characters)
 */
export function exceeds(parts: readonly TemplatePart[], limit = LONGEST_TEXT): Exceeds {
  const uses = new Map<Slot, number>();
  let fixed = 0;
  for (const part of parts) {
    if (typeof part === 'string') fixed += part.length;
    else uses.set(part, (uses.get(part) ?? 0) + 1);
  }
  return (variables, system) => {
    let length = fixed;
    for (const [slot, times] of uses) {
      if (length > limit) return true;
      length += times * lengthOf(slot, variables, system);
    }
    return length > limit;
  };
}

function lengthOf(slot: Slot, variables: Variables, system: SystemValues | undefined): number {
  try {
    return slot.render(variables, system).length;
  } catch (error) {
    if (error instanceof RenderFailure) return Infinity;
    throw error;
  }
}
