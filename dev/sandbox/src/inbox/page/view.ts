import { type Channel } from '../../messages/message';
import { channel, recipient, wholeNumber } from '../../messages/query';

/**
 * The part of the inbox that a page shows. It is part of every link, so that a search remains active while the user
 * reads.
 */
export interface View {
  readonly to: string;
  readonly channel: Channel | undefined;
  /** Shows only messages older than the one with this number. */
  readonly before: number | undefined;
}

export function viewOf(query: URLSearchParams): View {
  const before = wholeNumber(query, 'before', Number.MAX_SAFE_INTEGER);
  return { to: recipient(query), channel: channel(query), before };
}

/** Returns a link that keeps the view, with additional parameters. */
export function link(path: string, view: View, more: Readonly<Record<string, string>> = {}): string {
  const query = new URLSearchParams(more);
  if (view.to !== '') query.set('to', view.to);
  if (view.channel) query.set('channel', view.channel.toLowerCase());
  if (view.before !== undefined) query.set('before', String(view.before));
  return query.size > 0 ? `${path}?${query.toString()}` : path;
}
