import { asset, Problem, type Answer, type Ask } from './answer';
import { deleteMessages, listMessages, listRecipients } from './api';
import { type LiveFeed } from './live-feed';
import { favicon } from './page/icons';
import { script } from './page/script';
import { style } from './page/style';
import {
  boardFragment,
  boardPage,
  chatFragment,
  emptyInbox,
  helpPage,
  listFragment,
  listPage,
  messagePage,
  renderedPage,
  sourceFile,
} from './pages';
import { createReply, postReply } from './replies';
import { type Sources } from './sources';

export interface Route {
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** Matches the whole path; its group is the route's parameter. */
  readonly path: RegExp;
  readonly answer: (ask: Ask) => Answer | Promise<Answer>;
}

/** A request before its route is known. */
export interface Asked {
  readonly method: string;
  /** Path and query. */
  readonly target: string;
  readonly body: string;
}

/** Everything that the inbox answers. */
export function routes(sources: Sources, feed: LiveFeed): Route[] {
  const { store, twilio } = sources;
  const live = (): Answer => ({
    status: 200,
    headers: { 'content-type': 'text/event-stream; charset=utf-8' },
    body: (response) => feed.attach(response),
  });
  return [
    { method: 'GET', path: /^\/$/, answer: (ask) => boardPage(sources, ask) },
    { method: 'GET', path: /^\/board$/, answer: (ask) => boardFragment(sources, ask) },
    { method: 'GET', path: /^\/help$/, answer: (ask) => helpPage(sources, ask) },
    { method: 'GET', path: /^\/messages$/, answer: (ask) => listPage(sources, ask) },
    { method: 'GET', path: /^\/list$/, answer: (ask) => listFragment(store, ask) },
    { method: 'GET', path: /^\/events$/, answer: live },
    { method: 'GET', path: /^\/messages\/(\d{1,15})$/, answer: (ask) => messagePage(sources, ask) },
    { method: 'GET', path: /^\/messages\/(\d{1,15})\/chat$/, answer: (ask) => chatFragment(sources, ask) },
    { method: 'GET', path: /^\/messages\/(\d{1,15})\/rendered$/, answer: (ask) => renderedPage(store, ask) },
    { method: 'GET', path: /^\/messages\/(\d{1,15})\/source$/, answer: (ask) => sourceFile(store, ask) },
    { method: 'POST', path: /^\/empty$/, answer: () => emptyInbox(store) },
    { method: 'POST', path: /^\/replies$/, answer: (ask) => postReply(twilio, ask) },
    { method: 'GET', path: /^\/api\/messages$/, answer: (ask) => listMessages(store, ask) },
    { method: 'DELETE', path: /^\/api\/messages$/, answer: (ask) => deleteMessages(store, ask) },
    { method: 'POST', path: /^\/api\/replies$/, answer: (ask) => createReply(twilio, ask) },
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
export async function find(all: readonly Route[], { method, target, body }: Asked): Promise<Answer> {
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
  return route.answer({ path, query, body, parameter: route.path.exec(path)?.[1] ?? '' });
}
