/** Most mails are laid out for 600 px; mail programs on a desktop have at least this much room for them (px). */
const DESKTOP_PX = 680;
const PHONE_PX = 375;
/** How a mail is shown in the room that there is: never narrower than where it is read, but smaller. */
export function sizeOfPreview(room: number, isNarrow: boolean): { width: number; scale: number } {
  const width = isNarrow ? Math.min(PHONE_PX, Math.max(room, 1)) : Math.max(DESKTOP_PX, room);
  return { width, scale: room === 0 ? 1 : Math.min(1, room / width) };
}
