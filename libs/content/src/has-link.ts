/** Whether an email client could turn a part of the text into a link. */
export function hasLink(text: string): boolean {
  return /:\/\/|www\.|\p{L}\.\p{L}{2,}/iu.test(text);
}
