import type { Comment } from '@carillon/contracts';
import { Id, OrNull, Part, Text, Time, View, presenter } from '../../openapi/view';

export const CommentView = View('Comment', {
  _id: Id(),
  campaign: Id(),
  author: Part({
    memberId: OrNull(Id(), { description: 'Null: a key wrote it' }),
    keyId: OrNull(Id(), { description: 'Null: a member wrote it' }),
    name: OrNull(Text('Ada Lovelace'), {
      description: 'The name of the member or the key at that time. Null: unknown',
    }),
  }),
  text: Text('The prices are final now.', {
    description: 'Plain text. Escape it before you show it as HTML',
  }),
  createdAt: Time(),
});

export const presentComment = presenter(CommentView, ({ id, campaignId, ...comment }: Comment) => ({
  ...comment,
  _id: id,
  campaign: campaignId,
}));
