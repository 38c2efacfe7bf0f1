import { type Media, mediaKinds, mediaPath } from '@carillon/contracts';
import { Type } from '@sinclair/typebox';
import { Count, Id, OneOf, OrNull, Text, Time, View, presenter } from '../../openapi/view';

const pixels = (example: number) => OrNull(Type.Integer({ minimum: 1 }), { examples: [example] });

export const MediaView = View('Media', {
  _id: Id(),
  user: Id(),
  kind: OneOf(mediaKinds, { description: 'IMAGE: can be in an email. FILE: a download' }),
  name: Text('spring.jpg'),
  alt: Text('A choir in a church', { description: 'The text for people who cannot see the image' }),
  type: Text('image/jpeg', { description: 'The media type' }),
  bytes: Count(48_213, { description: 'The size as stored. Images are resized' }),
  width: pixels(1200),
  height: pixels(800),
  url: Text('https://news.example.com/m/Vq3Zk0uJq0yGmF1s8bXw2A/spring.jpg', {
    description: 'The public URL. It stays valid until the file is deleted',
  }),
  createdAt: Time(),
  updatedAt: Time(),
});

/** Presents the files of a gateway at this URL. */
export const mediaPresenter = (publicUrl: string) =>
  presenter(MediaView, (media: Media) => ({
    ...media,
    _id: media.id,
    user: media.userId,
    url: publicUrl + mediaPath(media),
  }));
