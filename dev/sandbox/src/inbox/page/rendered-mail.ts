/** A document, and the headers to send with it. */
export interface RenderedMail {
  readonly headers: Readonly<Record<string, string>>;
  readonly document: string;
}

/**
 * Whether the markup would load data from another host. This is only a hint for the reader. The policy below enforces
 * it.
 */
export function loadsFromElsewhere(markup: string): boolean {
  return /\b(?:src|srcset|background|poster)\s*=\s*["']?\s*(?:https?:)?\/\/|url\(\s*["']?\s*(?:https?:)?\/\/|<link\b/i.test(
    markup,
  );
}

/**
 * Returns an email's HTML as a document that cannot act. It has no scripts, forms, frames, plug-ins, or base, and a
 * separate origin even when it is opened outside the page's frame. It loads nothing from other hosts unless the
 * reader asked for it. A link opens in a new window without a referrer.
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
