import { keyOf } from '../../subscribers/subscriber-document';
import type { Row } from '../reading/read-row';
import type { Person } from '../reading/person';

/** A person of a batch, by the line that names them first. */
export interface Named extends Person {
  line: number;
  /** How many lines more name the same address. */
  repeats: number;
}

/** The people of a batch, each address once; `later`: with what the last of its lines says rather than the first. */
export function peopleOf(rows: readonly Row[], later: boolean): Named[] {
  const people = new Map<string, Named>();
  for (const { line, person } of rows) {
    if (!person) continue;
    const known = people.get(keyOf(person));
    if (!known) people.set(keyOf(person), { ...person, line, repeats: 0 });
    else {
      known.repeats += 1;
      if (later) known.extraData = person.extraData;
    }
  }
  return [...people.values()];
}
