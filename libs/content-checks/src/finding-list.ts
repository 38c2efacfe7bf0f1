import { type Finding, type FindingPlace, channels, severities } from '@carillon/contracts';
import { kinds } from './finding-kinds';

/** The number of places that a finding lists. */
const MOST_PLACES = 10;

/** What a check found, once. Without a severity, that of its kind applies. */
export type FoundProblem = Pick<Finding, 'code' | 'channel' | 'field'> &
  Partial<Pick<Finding, 'severity' | 'source' | 'people' | 'measured' | 'limit'>> & {
    place?: FindingPlace;
  };

/** Collects findings. Equal problems of a field become one finding. */
export class FindingList {
  private readonly found = new Map<string, Omit<Finding, 'detail'>>();

  add({ place, ...problem }: FoundProblem): void {
    const { code, field, source = null } = problem;
    const id = JSON.stringify([code, field, source]);
    const finding = this.found.get(id) ?? blank(problem);
    finding.count += 1;
    if (place && finding.places.length < MOST_PLACES) finding.places.push(place);
    this.found.set(id, finding);
  }

  /** The most severe first; those of a channel and field together. */
  all(): Finding[] {
    const withDetails = [...this.found.values()].map((each) => ({ ...each, detail: detailOf(each) }));
    return inOrder(withDetails);
  }
}

export function inOrder(findings: readonly Finding[]): Finding[] {
  const rank = ({ severity, channel }: Finding): number =>
    severities.indexOf(severity) * channels.length + channels.indexOf(channel);
  return findings.toSorted((a, b) => rank(a) - rank(b));
}

function blank(problem: Omit<FoundProblem, 'place'>): Omit<Finding, 'detail'> {
  const { severity } = kinds[problem.code];
  const empty = { source: null, people: null, measured: null, limit: null };
  return { severity, ...empty, ...problem, count: 0, places: [] };
}

function detailOf(finding: Omit<Finding, 'detail'>): string {
  return kinds[finding.code].detail(finding);
}
