import { createTransport } from 'nodemailer';
import { type Attachment, ATTACHMENT_BYTES } from '@carillon/contracts';
import { aSender, at, content, linkFor, raw, read } from '../../test/composing';
import { composeMail } from './compose-mail';

const menu: Attachment = { id: 'm', token: 'menu', name: 'Menü.pdf', type: 'application/pdf', bytes: 500 };
const photo: Attachment = { id: 'p', token: 'photo', name: 'photo.jpg', type: 'image/jpeg', bytes: 9 };
const stored = {
  menu: Buffer.alloc(500, '%PDF-1.7\n.\r\n..'),
  photo: Buffer.from([255, 216, 255, 0, 13, 10, 46]),
};
const files = { menu: stored.menu.toString('base64'), photo: stored.photo.toString('base64') };

function withFiles(attachments: Attachment[], present: Record<string, string> = files) {
  const campaign = content({ emailBody: '<p>Dear {{name}}</p>', watermark: true });
  return { ...campaign, content: { ...campaign.content, attachments }, files: present };
}

const found = async (mail: Buffer) =>
  (await read(mail)).attachments.map(({ filename, contentType, content: bytes }) => [
    filename,
    contentType,
    bytes,
  ]);

describe('an email with attachments', () => {
  const compose = composeMail(withFiles([menu, photo]), aSender(), linkFor);

  it('has the files after the text and the HTML, with the values of each recipient', async () => {
    for (const name of ['Ann', 'Böb']) {
      const mail = raw(compose, { name });
      const { text, html } = await read(mail);
      expect(text).toContain(`Dear ${name}`);
      expect(html).toContain(`<p>Dear ${name}</p>`);
      expect(await found(mail)).toEqual([
        ['Menü.pdf', 'application/pdf', stored.menu],
        ['photo.jpg', 'image/jpeg', stored.photo],
      ]);
    }
  });

  it('has the files that nodemailer attaches', async () => {
    const attachments = [menu, photo].map(({ name, type, token }) => ({
      filename: name,
      contentType: type,
      content: stored[token as keyof typeof stored],
    }));
    const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
    const { message } = await transport.sendMail({ text: 'x', html: 'x', attachments });
    expect(await found(message as Buffer)).toEqual(await found(raw(compose)));
  });

  it('keeps its size in the envelope, and its bytes in pieces', () => {
    const mail = compose({ address: 'ann@example.org', variables: {} }, at);
    if (typeof mail === 'string') throw new Error(mail);
    const { envelope, content: sent } = mail;
    expect(envelope.size).toBe(sent.message.length);
    expect(sent.piece(0, sent.length)).toBe(sent.bytes);
  });

  it('shares the bytes of large files between emails', () => {
    const large = 'QUJD'.repeat(ATTACHMENT_BYTES / 3);
    const composeLarge = composeMail(withFiles([menu], { menu: large }), aSender(), linkFor);
    const mails = Array.from({ length: 200 }, () =>
      composeLarge({ address: 'ann@example.org', variables: {} }, at),
    );
    // Copies would need 1.9 GB, more than a process has.
    expect(mails.every((mail) => typeof mail !== 'string' && mail.content.length > large.length)).toBe(true);
  });

  it('is not sent if a file was deleted', () => {
    const without = composeMail(withFiles([menu, photo], { menu: files.menu }), aSender(), linkFor);
    expect(without({ address: 'ann@example.org', variables: {} }, at)).toBe('ATTACHMENT_MISSING');
  });
});
