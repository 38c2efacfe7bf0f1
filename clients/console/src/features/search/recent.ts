/** A page that the person opened. */
export interface RecentPage {
  /** The path and query below the origin. */
  href: string;
  title: string;
}

/** The number of recent pages, including the current one. */
const KEPT = 6;

/** The recent pages after a page is opened, newest first. A page is listed once, with its newest title. */
export function withRecent(pages: readonly RecentPage[], opened: RecentPage): RecentPage[] {
  return [opened, ...pages.filter(({ href }) => href !== opened.href)].slice(0, KEPT);
}
