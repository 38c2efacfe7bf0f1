import { type Answer } from '../answer';

/** Something in the markup would be loaded from another host. A hint for the reader: the policy below is what holds. */
export function loadsFromElsewhere(markup: string): boolean {
  return /\b(?:src|srcset|background|poster)\s*=\s*["']?\s*(?:https?:)?\/\/|url\(\s*["']?\s*(?:https?:)?\/\/|<link\b/i.test(
    markup,
  );
}

/**
 * A mail's HTML as a document of its own, with everything taken from it that could act: no scripts, forms, frames,
 * plug-ins or base, an origin of its own even when opened outside the page's frame, and nothing loaded from elsewhere
 * unless the reader asked for it. A link opens in a new window and tells nobody where it was clicked.
 */
export function renderedMail(markup: string, remote: boolean): Answer {
  const elsewhere = remote ? ' http: https:' : '';
  const policy = [
    'sandbox allow-popups allow-popups-to-escape-sandbox',
    "default-src 'none'",
    `style-src 'unsafe-inline'${elsewhere}`,
    `img-src data:${elsewhere}`,
    `font-src data:${elsewhere}`,
    `media-src data:${elsewhere}`,
    "form-action 'none'",
    "base-uri 'none'",
    "frame-ancestors 'self'",
  ];
  return {
    status: 200,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policy.join('; '),
      'referrer-policy': 'no-referrer',
    },
    body: `<!doctype html><meta name="color-scheme" content="light"><base target="_blank">${markup}`,
  };
}
