import type { Language } from '../../../texts/language';
import type { Starter } from './starter';
import { announcement } from './starters/announcement';
import { event } from './starters/event';
import { letter } from './starters/letter';
import { newsletter } from './starters/newsletter';
import { receipt } from './starters/receipt';
import { sale } from './starters/sale';
import { survey } from './starters/survey';
import { welcome } from './starters/welcome';

const starters = [letter, newsletter, announcement, event, sale, welcome, receipt, survey];

/** The starting points for an email, in the order in which they are offered. */
export function startersIn(language: Language, nameField: string | null): Starter[] {
  return starters.map((starterIn) => starterIn(language, nameField));
}
