import { basename } from 'node:path';
import { type CommandUnknownOpts, Option } from '@commander-js/extra-typings';
import { wide } from '../output/columns';
import type { Session } from '../session';
import { fileToSend } from '../terminal/files';
import { ID, nounOf, oneOf, options, verb } from '../words';

const COLUMNS = ['_id', wide('name'), 'type', 'bytes', 'width', 'height', wide('url')] as const;
const ALT = 'text for people who cannot see the image';
const kind = new Option('--kind <kind>', 'only images, or only other files').argParser(
  oneOf('IMAGE', 'FILE'),
);

export function media(program: CommandUnknownOpts, session: Session): void {
  const { user, output } = session;
  const noun = nounOf(program, 'media', 'images and files for messages');

  verb(noun, 'list', 'lists images and files, newest first')
    .addOption(kind)
    .option('--search <text>', 'part of the name')
    .addOption(options.limit)
    .action(({ kind, search, limit }) =>
      output.list(user.pages('/media', { query: { kind, search } }, limit), [...COLUMNS]),
    );

  verb(noun, 'show <media>', 'shows an image or a file', ID).action(async (mediaId) =>
    output.one(await user.get('/media/{mediaId}', { path: { mediaId } })),
  );

  verb(noun, 'upload <path>', 'uploads an image or a file, and shows its URL', 'spring.jpg --alt "A choir"')
    .option('--name <name>', 'name; default: the name of the file')
    .option('--alt <text>', ALT)
    .action(async (path, { name = basename(path), alt }) => {
      const { open } = fileToSend(path, session.world);
      const upload = { file: path === '-' ? open() : open, type: 'application/octet-stream' } as const;
      await output.one(await user.upload('/media', { query: { name, alt } }, upload));
    });

  verb(
    noun,
    'update <media>',
    'changes the name or the alternative text',
    `${ID} --alt "A choir in a church"`,
  )
    .option('--name <name>', 'name')
    .option('--alt <text>', ALT)
    .action(async (mediaId, body) =>
      output.one(await user.patch('/media/{mediaId}', { path: { mediaId }, body })),
    );

  verb(noun, 'remove <media>', 'deletes an image or a file', `${ID} -y`)
    .option(
      '--force',
      'also if campaigns or templates use it; it disappears from emails that people already have',
    )
    .addOption(options.yes)
    .action(async (mediaId, { force, yes }) => {
      await session.confirm(`Delete the file ${mediaId}?`, yes);
      const query = force ? ({ force: 'true' } as const) : {};
      await output.removed(await user.delete('/media/{mediaId}', { path: { mediaId }, query }), 'file');
    });
}
