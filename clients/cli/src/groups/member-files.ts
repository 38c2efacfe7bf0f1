import { pathOf } from '../api/request';
import { text } from '../api/json';
import type { Session } from '../session';
import { followJob, showJob } from '../imports/follow-job';
import { formatOf, sendFile } from '../imports/send-file';
import { printAll, saveTo } from '../terminal/output-file';
import { verb, yesOption } from '../words/command';
import { oneOf } from '../words/values';
import { GROUP, groupId } from './find-group';

const FILE = 'a CSV or NDJSON file, - for what is piped in';
const FORMAT = 'csv or ndjson (by the name of the file, else csv)';
const format = oneOf('csv', 'ndjson');

export const importMembers = (session: Session) =>
  verb(
    'import',
    'adds the people in a file: the columns integration and identifier, the others are what is known of them',
    'groups import friends people.csv --rejected rejected.csv',
    'groups import friends people.ndjson --update',
  )
    .argument('<group>', GROUP)
    .argument('<file>', FILE)
    .option('--format <format>', FORMAT, format)
    .option('--update', 'replaces what is known of those who are there already (they are skipped)')
    .option('--rejected <file>', 'where to keep the lines that are not taken, and why')
    .option('--no-wait', 'ends when the file is sent')
    .action(async (group, file, { format: said, update, rejected, wait }) => {
      const path = pathOf`/groups/${await groupId(session.user, group)}/import`;
      const query = { onExisting: update ? 'update' : undefined };
      const sent = await sendFile(session, path, query, file, formatOf(file, said));
      await finish(session, 'imports', sent, { rejected, wait });
    });

export const removeMembers = (session: Session) =>
  verb(
    'remove-members',
    'takes the people in a file out of a group: the columns integration and identifier',
    'groups remove-members friends gone.csv',
  )
    .argument('<group>', GROUP)
    .argument('<file>', FILE)
    .option('--format <format>', FORMAT, format)
    .option('--rejected <file>', 'where to keep the lines that are not taken, and why')
    .option('--no-wait', 'ends when the file is sent')
    .addOption(yesOption())
    .action(async (group, file, { format: said, rejected, wait, yes }) => {
      const path = pathOf`/groups/${await groupId(session.user, group)}/remove`;
      await session.confirm(`Take everybody in ${file} out of ${group}?`, yes);
      const sent = await sendFile(session, path, {}, file, formatOf(file, said));
      await finish(session, 'removals', sent, { rejected, wait });
    });

export const exportMembers = ({ user, output, world }: Session) =>
  verb(
    'export',
    'prints the members of a group in the form that import takes',
    'groups export friends > friends.csv',
    'groups export friends --format ndjson --output friends.ndjson',
  )
    .argument('<group>', GROUP)
    .option('--format <format>', FORMAT, format)
    .option('--output <file>', 'into this file, which is there only if all of it is')
    .action(async (group, { format: said, output: file }) => {
      const form = said ?? (output.form === 'json' ? 'ndjson' : formatOf(file ?? '', undefined));
      const path = pathOf`/groups/${await groupId(user, group)}/export`;
      const answered = await user.raw({ method: 'GET', path, query: { format: form }, accept: '*/*' });
      if (file === undefined) return printAll(answered, world);
      await saveTo(file, answered, world);
    });

async function finish(
  session: Session,
  jobs: 'imports' | 'removals',
  { job: started, lines }: Awaited<ReturnType<typeof sendFile>>,
  { rejected, wait }: { rejected?: string | undefined; wait: boolean },
): Promise<void> {
  const id = text(started, '_id');
  const path = pathOf`/${jobs}/${id}`;
  if (!wait) return session.output.one(started);
  const job = await followJob(session, { path, again: `carillon ${jobs} show ${id}`, lines });
  await showJob(session, job, path, rejected);
}
