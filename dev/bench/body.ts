const PARAGRAPH = '<p>The bells are ringing all over town.</p>';
const SIZE = 5 * 1024;

/** The body of every measured mail: 5 KB of HTML with one placeholder. */
export const BODY = bodyOf(SIZE);

function bodyOf(bytes: number): string {
  const [begin, end] = ['<html><body><p>Dear {{name|friend}},</p>', '</body></html>'];
  const room = bytes - begin.length - end.length;
  return begin + PARAGRAPH.repeat(Math.floor(room / PARAGRAPH.length)) + end;
}
