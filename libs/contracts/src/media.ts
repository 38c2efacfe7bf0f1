import { type Static, Type } from '@sinclair/typebox';
import { By } from './audit';
import type { CampaignContent } from './content';
import { command, count, read } from './define';
import type { EmailSource } from './email-source';
import { Bytes, Deleted, Id, Nothing, Nullable, Page, PageRequest, Timestamp } from './field-types';
import { PIECE_BYTES } from './import';

/** The maximum size of an uploaded file. */
export const MEDIA_BYTES = 10 * 1024 * 1024;

/** The types that all email clients show. */
export const imageTypes = ['image/png', 'image/jpeg', 'image/gif'] as const;
/** The other types, which are served as downloads. */
export const downloadTypes = [
  'application/pdf',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  'audio/mpeg',
  'video/mp4',
] as const;
export const mediaKinds = ['IMAGE', 'FILE'] as const;
export type MediaKind = (typeof mediaKinds)[number];
const MediaKind = Type.Unsafe<MediaKind>(Type.Union(mediaKinds.map((kind) => Type.Literal(kind))));

/** The secret part of the public URL of a file: 128 random bits. */
const TOKEN = '[A-Za-z0-9_-]{22}';
export const MEDIA_TOKEN_PATTERN = `^${TOKEN}$`;
const inUrls = new RegExp(`/m/(${TOKEN})/`, 'g');

/** The tokens of all public URLs of files in a text, without duplicates. */
export function mediaTokensIn(text: string): string[] {
  return [...new Set(Array.from(text.matchAll(inUrls), ([, token = '']) => token))];
}

/**
 * What the messages of a campaign or a template use: the tokens of the files that they link to, and the IDs of those that
 * they attach or show.
 */
export function mediaIn(messages: { content: CampaignContent; emailSource?: EmailSource }): string[] {
  const { content, emailSource } = messages;
  const { attachments = [], media = {} } = content;
  const files = [...attachments, ...Object.values(media)];
  return [...mediaTokensIn(JSON.stringify([content, emailSource])), ...files.map(({ id }) => id)];
}

/** The path of the public URL of a file. The token alone identifies it, so the name in the path is only for people. */
export function mediaPath({ token, name }: Pick<Media, 'token' | 'name'>): string {
  const shown = name
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')
    .replace(/[^\w.-]+/g, '-');
  return `/m/${token}/${shown}`;
}

const Token = Type.String({ pattern: MEDIA_TOKEN_PATTERN });

/** An image or another file that an account uploaded. Only images have a width and a height. */
export const Media = Type.Object({
  id: Id,
  userId: Id,
  token: Token,
  kind: MediaKind,
  /** The name of the file, with the extension of its type. */
  name: Type.String(),
  /** The text for people who can't see the image. It can be empty. */
  alt: Type.String(),
  /** The media type, such as image/png. */
  type: Type.String(),
  bytes: Type.Integer(),
  width: Nullable(Type.Integer()),
  height: Nullable(Type.Integer()),
  createdAt: Timestamp,
  updatedAt: Timestamp,
});
export type Media = Static<typeof Media>;

const which = { userId: Id, id: Id };
/** One attempt to upload a file. */
const upload = { userId: Id, uploadId: Id };

/** Decoding and resizing a large image takes seconds, and uploads take turns. */
const PREPARE_TIMEOUT_MS = 25_000;

export const mediaMessages = {
  /** A piece of an upload. A repeat changes nothing. */
  'media.append': command(
    'campaign',
    Type.Object({ ...upload, seq: Type.Integer(), bytes: Bytes(PIECE_BYTES) }),
    Nothing,
  ),
  /**
   * All pieces were sent. Not `isNew`: the account already has a file with the same bytes. Errors: request_timeout if
   * pieces are missing, unsupported_media_type, file_unusable, quota_exceeded.
   */
  'media.end': count(
    'campaign',
    Type.Object({ ...upload, by: By, pieces: Type.Integer(), name: Type.String(), alt: Type.String() }),
    Type.Object({ media: Media, isNew: Type.Boolean() }),
    { timeoutMs: PREPARE_TIMEOUT_MS },
  ),
  /** Errors: media_not_found. */
  'media.get': command('campaign', Type.Object(which), Media),
  /** Newest first. `search`: a part of the name. */
  'media.list': read(
    'campaign',
    Type.Object({
      userId: Id,
      kind: Type.Optional(MediaKind),
      search: Type.Optional(Type.String()),
      ...PageRequest,
    }),
    Page(Media),
  ),
  /** Errors: media_not_found. */
  'media.update': command(
    'campaign',
    Type.Object({ ...which, by: By, name: Type.Optional(Type.String()), alt: Type.Optional(Type.String()) }),
    Media,
  ),
  /** Errors: media_not_found; media_in_use without `force`, if campaigns contain the URL of the file. */
  'media.delete': command('campaign', Type.Object({ ...which, by: By, force: Type.Boolean() }), Deleted),

  /** The file with this token, of any account. Null: there is none. */
  'media.find': read('campaign', Type.Object({ token: Token }), Type.Object({ media: Nullable(Media) })),
  /** Some bytes of a file in base64, at most `PIECE_BYTES`. Errors: media_not_found. */
  'media.read': read(
    'campaign',
    Type.Object({ token: Token, from: Type.Integer({ minimum: 0 }) }),
    Type.Object({ base64: Type.String() }),
  ),
};
