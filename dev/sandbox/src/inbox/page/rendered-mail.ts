/** A document of its own, and the headers that it must be sent with. */
export interface RenderedMail {
  readonly headers: Readonly<Record<string, string>>;
  readonly document: string;
}

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
export function renderedMail(markup: string, remote: boolean): RenderedMail {
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
    headers: {
      'content-security-policy': policy.join('; '),
      'referrer-policy': 'no-referrer',
    },
    document: `<!doctype html><meta name="color-scheme" content="light"><base target="_blank">${markup}`,
  };
}
