import { pathOf } from '../api/request';
import { column, number } from '../output/cells';
import type { Session } from '../session';
import { printAll } from '../terminal/output-file';
import { limitOption, noun, verb } from '../words/command';
import { followJob, rejectedLines, showJob } from './follow-job';

const ID = '6560f0a1b2c3d4e5f6a7b8c9';

/** Files that were sent: what became of them. */
export const jobs = (session: Session, name: 'imports' | 'removals', description: string) =>
  noun(name, description, listJobs(session, name), showOne(session, name), showRejected(session, name));

const listJobs = ({ user, output }: Session, name: 'imports' | 'removals') =>
  verb('list', 'lists them', `${name} list`)
    .addOption(limitOption())
    .action(({ limit }) =>
      output.list(user.pages(`/${name}`, {}, limit), [
        column('_id'),
        column('state'),
        column('group'),
        number('lines'),
        ...(name === 'imports'
          ? [number('created'), number('updated'), number('skipped')]
          : [number('removed'), number('missing')]),
        number('rejected'),
        column('createdAt'),
      ]),
    );

const showOne = (session: Session, name: 'imports' | 'removals') =>
  verb('show', 'shows what became of a file', `${name} show ${ID} --wait`)
    .argument('<id>')
    .option('--wait', 'until it is at its end')
    .option('--rejected <file>', 'where to keep the lines that are not taken, and why')
    .action(async (id, { wait, rejected }) => {
      const path = pathOf`/${name}/${id}`;
      const again = `carillon ${name} show ${id}`;
      const job = wait ? await followJob(session, { path, again }) : await session.user.get(path);
      await showJob(session, job, path, rejected);
    });

const showRejected = ({ user, world }: Session, name: 'imports' | 'removals') =>
  verb('rejected', 'prints the lines that were not taken, as CSV', `${name} rejected ${ID} > rejected.csv`)
    .argument('<id>')
    .action(async (id) => printAll(await rejectedLines(user, pathOf`/${name}/${id}`), world));
