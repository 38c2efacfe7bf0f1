import { parseArgs } from 'node:util';
import { servicesIn } from '../profile/cpu-profiles';

export interface Options {
  recipients: number;
  runs: number;
  /** The number of groups of a campaign. */
  groups: number;
  /** The services to profile. */
  profiled: string[];
}

export const USAGE = `npm run bench -- dispatch [recipients] [--runs N] [--groups N] [--profile SERVICE,SERVICE]

  recipients   of each campaign; 50000 if not given
  --runs       campaigns measured one after the other; 3 if not given
  --groups     the groups of each campaign, 1 if not given; a tenth of each is in the next one, too
  --profile    writes a CPU profile of these services for each campaign to .carillon/bench/profiles;
               what is printed is then slower than it would be
`;

/** Returns null if the arguments are not valid. */
export function readOptions(args: string[]): Options | null {
  try {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: {
        runs: { type: 'string', default: '3' },
        groups: { type: 'string', default: '1' },
        profile: { type: 'string', default: '' },
      },
    });
    const [recipients = '50000', ...rest] = positionals;
    const isNumber = [recipients, values.runs, values.groups].every((text) => /^[1-9]\d{0,6}$/.test(text));
    if (!isNumber || rest.length > 0) return null;
    return {
      recipients: Number(recipients),
      runs: Number(values.runs),
      groups: Number(values.groups),
      profiled: servicesIn(values.profile),
    };
  } catch {
    return null;
  }
}
