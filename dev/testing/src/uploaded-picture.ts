import type { Attachment } from '@carillon/contracts';

/** A picture that was uploaded. Its name isn't ASCII, and has a space. */
export const uploadedPicture: Attachment = {
  id: '6560f0a1b2c3d4e5f6a7b8c1',
  token: 'Vq3Zk0uJq0yGmF1s8bXw2A',
  name: 'Menü 1.png',
  type: 'image/png',
  bytes: 9,
};
