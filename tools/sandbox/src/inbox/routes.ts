import { type MessageStore } from '../messages/message-store';
import { asset, Problem, type Answer, type Ask } from './answer';
import { deleteMessages, listMessages, listRecipients } from './api';
import { type LiveFeed } from './live-feed';
import { favicon } from './page/icons';
import { script } from './page/script';
import { style } from './page/style';
import { emptyInbox, inboxPage, listFragment, messagePage, renderedPage, sourceFile } from './pages';

export interface Route {
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** Matches the whole path; its group is the route's parameter. */
  readonly path: RegExp;
  readonly answer: (ask: Ask) => Answer | Promise<Answer>;
}

/** Everything that the inbox answers. */
export function routes(store: MessageStore, feed: LiveFeed, smtpPort: number): Route[] {
  const live = (): Answer => ({
    status: 200,
    headers: { 'content-type': 'text/event-stream; charset=utf-8' },
    body: (response) => feed.attach(response),
  });
  return [
    { method: 'GET', path: /^\/$/, answer: (ask) => inboxPage(store, ask, smtpPort) },
    { method: 'GET', path: /^\/help$/, answer: (ask) => inboxPage(store, ask, smtpPort) },
    { method: 'GET', path: /^\/list$/, answer: (ask) => listFragment(store, ask) },
    { method: 'GET', path: /^\/events$/, answer: live },
    { method: 'GET', path: /^\/messages\/(\d{1,15})$/, answer: (ask) => messagePage(store, ask) },
    { method: 'GET', path: /^\/messages\/(\d{1,15})\/rendered$/, answer: (ask) => renderedPage(store, ask) },
    { method: 'GET', path: /^\/messages\/(\d{1,15})\/source$/, answer: (ask) => sourceFile(store, ask) },
    { method: 'POST', path: /^\/empty$/, answer: () => emptyInbox(store) },
    { method: 'GET', path: /^\/api\/messages$/, answer: (ask) => listMessages(store, ask) },
    { method: 'DELETE', path: /^\/api\/messages$/, answer: (ask) => deleteMessages(store, ask) },
    { method: 'GET', path: /^\/api\/recipients$/, answer: (ask) => listRecipients(store, ask) },
    { method: 'GET', path: /^\/style\.css$/, answer: () => asset('text/css', style) },
    { method: 'GET', path: /^\/inbox\.js$/, answer: () => asset('text/javascript', script) },
    { method: 'GET', path: /^\/icon\.svg$/, answer: () => asset('image/svg+xml', favicon) },
  ];
}

/**
 * Answers a request by the route it matches.
 * @throws Problem 404 when no route has the path, 405 with Allow when none has the method
 */
export async function find(all: readonly Route[], method: string, target: string): Promise<Answer> {
  const [path = '', ...rest] = target.split('?');
  const query = new URLSearchParams(rest.join('?'));
  const here = all.filter((route) => route.path.test(path));
  if (here.length === 0) throw new Problem(404, `There is nothing at ${path.slice(0, 200)}.`);
  const wanted = method === 'HEAD' ? 'GET' : method;
  const route = here.find((each) => each.method === wanted);
  if (!route) {
    const allow = here
      .flatMap((each) => (each.method === 'GET' ? ['GET', 'HEAD'] : [each.method]))
      .join(', ');
    throw new Problem(405, `${method} is not possible here.`, { allow });
  }
  return route.answer({ path, query, parameter: route.path.exec(path)?.[1] ?? '' });
}
