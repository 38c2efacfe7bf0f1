/** Most emails are designed for 600 px. Desktop email clients have at least this width (px). */
const DESKTOP_PX = 680;
const PHONE_PX = 375;

/** The width and the scale of a preview: scaled down to the available width, but laid out as in an email client. */
export function sizeOfPreview(room: number, isNarrow: boolean): { width: number; scale: number } {
  const width = isNarrow ? Math.min(PHONE_PX, Math.max(room, 1)) : Math.max(DESKTOP_PX, room);
  return { width, scale: room === 0 ? 1 : Math.min(1, room / width) };
}
