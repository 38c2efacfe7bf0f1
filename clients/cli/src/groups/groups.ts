import { column, number, wide } from '../output/cells';
import { pathOf } from '../api/request';
import { text } from '../api/json';
import type { Session } from '../session';
import { limitOption, noun, verb, yesOption } from '../words/command';
import { GROUP, findGroup, groupId } from './find-group';
import { exportMembers, importMembers, removeMembers } from './member-files';

const columns = [
  column('_id'),
  wide('slug'),
  wide('name'),
  number('counts.total', { title: 'MEMBERS' }),
  number('counts.EMAIL', { title: 'EMAIL' }),
  number('counts.WHATSAPP', { title: 'WHATSAPP' }),
  number('counts.SMS', { title: 'SMS' }),
];

export const groups = (session: Session) =>
  noun(
    'groups',
    'groups of subscribers, and their members by the file',
    listGroups(session),
    showGroup(session),
    createGroup(session),
    renameGroup(session),
    importMembers(session),
    exportMembers(session),
    removeMembers(session),
    removeGroup(session),
  );

const listGroups = ({ user, output }: Session) =>
  verb('list', 'lists all groups and how many members they have', 'groups list')
    .addOption(limitOption())
    .action(({ limit }) => output.list(user.pages('/groups', { include: 'counts' }, limit), columns));

const showGroup = ({ user, output }: Session) =>
  verb('show', 'shows a group', 'groups show friends')
    .argument('<group>', GROUP)
    .action(async (name) => {
      const path = pathOf`/groups/${await groupId(user, name)}`;
      await output.one(await user.get(path, { include: 'counts' }));
    });

const createGroup = ({ user, output }: Session) =>
  verb('create', 'makes a group', 'groups create "Our friends" --slug friends')
    .argument('<name>')
    .option('--slug <slug>', 'its name in files and commands (made from the name)')
    .action(async (name, { slug }) => output.one(await user.post('/groups', { name, slug })));

const renameGroup = ({ user, output }: Session) =>
  verb('rename', 'changes the name of a group, or its slug', 'groups rename friends "All our friends"')
    .argument('<group>', GROUP)
    .argument('[name]')
    .option('--slug <slug>')
    .action(async (group, name, { slug }) => {
      const path = pathOf`/groups/${await groupId(user, group)}`;
      await output.one(await user.patch(path, { name, slug }));
    });

const removeGroup = (session: Session) =>
  verb('remove', 'removes a group with its members', 'groups remove friends')
    .argument('<group>', GROUP)
    .addOption(yesOption())
    .action(async (name, { yes }) => {
      const { user, output } = session;
      const group = await findGroup(user, name);
      await session.confirm(`Remove the group ${text(group, 'slug')} and all its members?`, yes);
      await output.removed(await user.delete(pathOf`/groups/${text(group, '_id')}`), 'group');
    });
