/** The nonce of this page, which the gateway makes for each answer: styles that are added later must carry it. */
export function styleNonce(): string {
  return document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '';
}
