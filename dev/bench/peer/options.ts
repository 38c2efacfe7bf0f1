import { parseArgs } from 'node:util';

export interface Options {
  /** The path of listmonk's program. */
  listmonk: string;
  /** The folder of Postgres's programs. Undefined: the folders in which systems install them. */
  postgres: string | undefined;
  recipients: number;
  runs: number;
}

export const USAGE = `npm run bench -- peer [recipients] --listmonk PATH [--postgres FOLDER] [--runs N]

  recipients   of each campaign; 50000 if not given
  --listmonk   the program, version 1.1 or later; it runs in its own folder, so that a program without embedded
               files finds them there
  --postgres   the folder with initdb, postgres, and psql; if not given, the newest installed version
  --runs       campaigns of each system, in turn; 4 if not given
`;

/** Returns null if the arguments are not valid. */
export function readOptions(args: string[]): Options | null {
  try {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: {
        listmonk: { type: 'string' },
        postgres: { type: 'string' },
        runs: { type: 'string', default: '4' },
      },
    });
    const { listmonk, postgres, runs } = values;
    const [recipients = '50000', ...rest] = positionals;
    const isNumber = [recipients, runs].every((text) => /^[1-9]\d{0,6}$/.test(text));
    if (listmonk === undefined || !isNumber || rest.length > 0) return null;
    return { listmonk, postgres, recipients: Number(recipients), runs: Number(runs) };
  } catch {
    return null;
  }
}
